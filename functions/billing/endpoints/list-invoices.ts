import { lambda } from '#core/request/lambda.ts';
import { requireAttempt } from '#core/request/require-attempt.ts';
import { user } from '#functions/people/index.ts';
import { billing } from '#shared/contract/billing.ts';
import { getBilling } from '../billing.ts';
import { requireBillingAdmin, requireOwnProviderId } from '../billing-caller.ts';
import { listInvoices } from '../stripe-invoices.ts';

export const handler = lambda(billing, 'list-invoices', user, async ({ query, principal, now }) => {
  const { orgId } = requireBillingAdmin(principal, {});
  await requireAttempt('billing_read', principal.user.item_id, now);
  const customerId = (await getBilling(orgId))?.stripe_customer_id;
  requireOwnProviderId(query.stripe_customer_id, customerId);
  return customerId ? listInvoices(customerId, query.limit, query.after) : [];
});
