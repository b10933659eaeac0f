import { lambda } from '#core/request/lambda.ts';
import { user } from '#functions/people/index.ts';
import { billing } from '#shared/contract/billing.ts';
import { getBilling } from '../billing.ts';
import { requireBillingAdmin, requireOwnProviderId } from '../billing-caller.ts';
import { listInvoices } from '../stripe-invoices.ts';

export const handler = lambda(billing, 'list-invoices', user, async ({ query, principal }) => {
  const { orgId } = requireBillingAdmin(principal, {});
  const customerId = (await getBilling(orgId))?.stripe_customer_id;
  requireOwnProviderId(query.stripe_customer_id, customerId);
  return customerId ? listInvoices(customerId, query.limit, query.after) : [];
});
