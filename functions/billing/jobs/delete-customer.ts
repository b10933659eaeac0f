import { queueHandler } from '#core/runtime/queue-handler.ts';
import { getOrganization, listTeam } from '#functions/people/index.ts';
import { getBilling } from '../billing.ts';
import { customerMessage } from '../customer-queue.ts';
import {
  deleteCustomer,
  findCustomers,
  replaceCustomerEmail,
  setCustomerName,
} from '../stripe-customers.ts';

/**
 * Erases data at the payment provider: customers of organizations that have ended, and addresses of erased
 * people in organizations that continue. Tells it the new names of organizations, for their next invoices. Every step
 * may be repeated.
 */
export const handler = queueHandler(customerMessage, async (message) => {
  if ('stripe_customer_id' in message) {
    await deleteCustomer(message.stripe_customer_id);
  } else if ('email' in message) {
    const customers = await findCustomers(message.org_id, message.email);
    for (const id of customers) await deleteCustomer(id);
  } else if ('former_name' in message) {
    await tellName(message.org_id);
  } else {
    await forgetAddress(message.org_id, message.former_email);
  }
});

/** The name as it is now: messages of two renamings may arrive in any order. */
async function tellName(orgId: string): Promise<void> {
  const customerId = (await getBilling(orgId))?.stripe_customer_id;
  const organization = await getOrganization(orgId);
  if (customerId && organization) await setCustomerName(customerId, organization.name);
}

async function forgetAddress(orgId: string, former: string): Promise<void> {
  const customerId = (await getBilling(orgId))?.stripe_customer_id;
  if (!customerId) return;
  const team = await listTeam(orgId);
  const heir = team.find(({ role, email }) => role === 'admin' && email !== former);
  await replaceCustomerEmail(customerId, former, heir?.email);
}
