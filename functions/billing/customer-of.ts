import {
  getOrganization,
  type MemberPrincipal,
  type OrganizationRecord,
} from '#functions/people/index.ts';
import { ProductError } from '#shared/errors.ts';
import {
  type BillingRecord,
  getBilling,
  openBilling,
  putCustomerId,
  putCustomerRequest,
} from './billing.ts';
import { takeBillingLock } from './billing-lock.ts';
import { createCustomer, deleteCustomer, findCustomers } from './stripe-customers.ts';

/**
 * The customer of an organization, created if it does not exist. The request is stored before it is sent.
 * After a crash, another admin or the nightly comparison repeats the same request or finds the customer.
 */
export async function customerOf(
  { item_id: orgId, name }: OrganizationRecord,
  { stripe_customer_id, customer_key, customer_request: earlier }: BillingRecord,
  email: string,
): Promise<string> {
  if (stripe_customer_id) return stripe_customer_id;
  const request = earlier ?? { name, email };
  if (!earlier) await putCustomerRequest(orgId, request);
  // The provider forgets a key after a day.
  const [found] = earlier ? await findCustomers(orgId, request.email) : [];
  const id = found ?? (await createCustomer(orgId, request, customer_key));
  if (await putCustomerId(orgId, id)) return id;
  // The organization has been erased meanwhile.
  await deleteCustomer(id);
  throw new ProductError('NoSubscription');
}

/** The customer of the caller's organization, created if it does not exist. */
export async function openCustomer({ orgId, user }: MemberPrincipal): Promise<string> {
  const { stripe_customer_id } = await openBilling(orgId);
  if (stripe_customer_id) return stripe_customer_id;
  await using _lock = await takeBillingLock(orgId);
  const [record, organization] = await Promise.all([getBilling(orgId), getOrganization(orgId)]);
  if (!record || !organization) throw new ProductError('NoSubscription');
  return await customerOf(organization, record, user.email);
}
