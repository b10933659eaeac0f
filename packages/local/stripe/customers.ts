import * as z from 'zod';
import { invalid } from './failure.ts';
import type { Customer } from './objects.ts';
import { listing, metadata, operation, text } from './operation.ts';
import { detach } from './payment-methods.ts';
import { endSubscription, hasEnded } from './subscription-status.ts';

const path = '/v1/customers';

/** A text; an empty value clears it. */
const clearable = z
  .string()
  .max(5000)
  .transform((value) => value || null);

export const customerOperations = {
  createCustomer: operation(
    `POST ${path}`,
    { email: clearable.optional(), name: clearable.optional(), metadata: metadata.optional() },
    ({ email, name, metadata = {} }, books) => {
      const made: Customer = {
        id: books.newId('cus'),
        object: 'customer',
        balance: 0,
        email: email ?? null,
        invoice_settings: { default_payment_method: null },
        metadata,
        name: name ?? null,
      };
      return books.save(made, 'customer.created');
    },
  ),
  updateCustomer: operation(
    `POST ${path}/{id}`,
    {
      id: text,
      email: clearable.optional(),
      name: clearable.optional(),
      invoice_settings: z.strictObject({ default_payment_method: text }).optional(),
    },
    ({ id, email, name, invoice_settings }, books) => {
      const before = books.get('customer', id);
      const method = invoice_settings?.default_payment_method;
      const param = 'invoice_settings[default_payment_method]';
      if (method && books.get('payment_method', method, param).customer !== id) {
        throw invalid(
          `The customer does not have a payment method with the ID ${method}. The payment method must be attached to the customer.`,
          'resource_missing',
          param,
        );
      }
      const after: Customer = {
        ...before,
        email: email === undefined ? before.email : email,
        name: name === undefined ? before.name : name,
        invoice_settings: invoice_settings ?? before.invoice_settings,
      };
      return books.save(after, 'customer.updated');
    },
  ),
  deleteCustomer: operation(`DELETE ${path}/{id}`, { id: text }, ({ id }, books) => {
    const before = books.get('customer', id);
    for (const subscription of books.list('subscription', id)) {
      if (!hasEnded(subscription)) endSubscription(books, subscription);
    }
    for (const method of books.list('payment_method', id)) detach(books, method);
    const deleted = { id, object: 'customer', deleted: true };
    // A deleted customer keeps its id and no personal data.
    books.store.put(deleted as unknown as Customer, {});
    books.tell('customer.deleted', before);
    return deleted;
  }),
  retrieveCustomer: operation(`GET ${path}/{id}`, { id: text }, ({ id }, books) => {
    const found = books.store.find(id);
    return found?.object === 'customer' ? found : books.get('customer', id);
  }),
  listCustomers: listing(
    'customer',
    path,
    { email: text.optional() },
    (each, { email }) => !('deleted' in each) && each.email === (email ?? each.email),
  ),
};
