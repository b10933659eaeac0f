import { useQuery } from '@tanstack/react-query';
import { errorCatalog } from '#shared/errors.ts';
import { billingQuery } from '#web/api/billing.ts';
import { useUser } from '#web/api/user.ts';
import { codeOf } from '#web/lib/errors.ts';
import { Loaded } from '#web/ui/feedback/loaded.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { FormSections, Section } from '#web/ui/page/section.tsx';
import { BillingOverview } from './billing-overview.tsx';
import { PaymentHistory } from './payment-history.tsx';
import { PaymentSection } from './payment-section.tsx';

/** Plan, means of payment and invoices, for admins. */
export function SubscriptionPage() {
  const { org_id, role } = useUser();
  if (role === 'member') return <Notice>{errorCatalog.BillingAdminOnly.message}</Notice>;
  if (!org_id) return <Notice>{errorCatalog.NoSubscription.message}</Notice>;
  return <Billing orgId={org_id} />;
}

function Billing({ orgId }: { orgId: string }) {
  const billing = useQuery(billingQuery(orgId));
  if (billing.isError && !billing.data) {
    const code = codeOf(billing.error);
    if (code === 'NoSubscription' || code === 'BillingAdminOnly') {
      return <Notice>{errorCatalog[code].message}</Notice>;
    }
  }
  return (
    <Loaded
      query={billing}
      failure="The subscription could not be loaded"
      skeleton={{ shape: 'figures' }}
    >
      {(state) => (
        <FormSections>
          <Section title="Billing Overview">
            <BillingOverview orgId={orgId} billing={state} />
          </Section>
          <Section title="Update Payment Information">
            <PaymentSection orgId={orgId} billing={state} />
          </Section>
          <Section title="Payment History">
            <PaymentHistory orgId={orgId} />
          </Section>
        </FormSections>
      )}
    </Loaded>
  );
}
