import { lambda } from '#core/request/lambda.ts';
import { setPaymentPaused, syncBilling, takeBillingLock } from '#functions/billing/index.ts';
import {
  getOrganization,
  namedByStaff,
  recordStaff,
  requireSelf,
  staff,
} from '#functions/people/index.ts';
import { admin } from '#shared/contract/admin.ts';
import { toOrganizationRow } from '../to-organization-row.ts';

export const handler = lambda(
  admin,
  'pause-payment',
  staff,
  async ({ body, principal, now, fail }) => {
    const { subscription_id, paused_payment } = body;
    const orgId = namedByStaff(principal, body.org_id);
    requireSelf(principal, { authUserId: body.auth_user_id });
    const organization = await getOrganization(orgId);
    if (organization?.subscription?.id !== subscription_id) throw fail('NotFound');
    await using _lock = await takeBillingLock(orgId);
    const event = {
      action: paused_payment ? 'payment.paused' : 'payment.resumed',
      object: { id: orgId, name: organization.name },
    } as const;
    await recordStaff(principal, orgId, event, now);
    await setPaymentPaused(subscription_id, paused_payment);
    const subscription = (await syncBilling(orgId, now))?.state.subscription;
    return toOrganizationRow({ ...organization, subscription }, now);
  },
);
