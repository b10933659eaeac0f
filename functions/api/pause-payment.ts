import { syncBilling } from '#functions/domain/sync-billing.ts';
import { toOrganizationRow } from '#functions/domain/to-organization-row.ts';
import { staff } from '#functions/request/callers.ts';
import { lambda } from '#functions/request/lambda.ts';
import { requireSelf } from '#functions/request/principal.ts';
import { getOrganization } from '#functions/store/accounts.ts';
import { recordEvent } from '#functions/store/audit.ts';
import { withBillingLock } from '#functions/store/billing-lock.ts';
import { setPaymentPaused } from '#functions/store/stripe-subscriptions.ts';
import { providerStaff } from '#shared/audit-actions.ts';
import { admin } from '#shared/contract/admin.ts';

export const handler = lambda(
  admin,
  'pause-payment',
  staff,
  async ({ body, principal, now, fail }) => {
    const { org_id: orgId, subscription_id, paused_payment } = body;
    requireSelf(principal, { authUserId: body.auth_user_id });
    const organization = await getOrganization(orgId);
    if (organization?.subscription?.id !== subscription_id) throw fail('NotFound');
    const subscription = await withBillingLock(orgId, async () => {
      // Customers read this audit trail: it names the provider as the person, and the id tells us who it was.
      const actor = {
        orgId,
        user: { item_id: principal.user.item_id, full_name: providerStaff },
      };
      const event = {
        action: paused_payment ? 'payment.paused' : 'payment.resumed',
        object: { id: orgId, name: organization.name },
      } as const;
      await recordEvent(actor, event, now);
      await setPaymentPaused(subscription_id, paused_payment);
      return (await syncBilling(orgId, now))?.state.subscription;
    });
    return toOrganizationRow({ ...organization, subscription }, now);
  },
);
