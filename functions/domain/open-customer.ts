import type { OrganizationRecord } from '#functions/store/accounts.ts';
import { type BillingRecord, putCustomerId, putCustomerRequest } from '#functions/store/billing.ts';
import {
  createCustomer,
  deleteCustomer,
  findCustomers,
} from '#functions/store/stripe-customers.ts';
import { ProductError } from '#shared/errors.ts';

/**
 * The customer of an organisation, created if it does not exist. The request is stored before it is sent.
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
  // The organisation has been erased meanwhile.
  await deleteCustomer(id);
  throw new ProductError('NoSubscription');
}
