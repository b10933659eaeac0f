import { requireBillingAdmin, requireOwnProviderId } from '#functions/domain/billing-caller.ts';
import { user } from '#functions/request/callers.ts';
import { lambda } from '#functions/request/lambda.ts';
import { getBilling } from '#functions/store/billing.ts';
import { listInvoices } from '#functions/store/stripe-invoices.ts';
import { billing } from '#shared/contract/billing.ts';

export const handler = lambda(billing, 'list-invoices', user, async ({ query, principal }) => {
  const { orgId } = requireBillingAdmin(principal, {});
  const customerId = (await getBilling(orgId))?.stripe_customer_id;
  requireOwnProviderId(query.stripe_customer_id, customerId);
  return customerId ? listInvoices(customerId, query.limit, query.after) : [];
});
