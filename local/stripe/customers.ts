import type Stripe from 'stripe';
import * as z from 'zod';
import type { Books } from './books.ts';
import { invalid } from './failure.ts';
import { nulls } from './nulls.ts';
import {
  changedMetadata,
  clearable,
  createdFilter,
  given,
  listing,
  operation,
  text,
  withMetadata,
} from './operation.ts';
import { attach, detach, resolvePaymentMethod } from './payment-methods.ts';
import { endSubscription, hasEnded } from './subscription-status.ts';

const path = '/v1/customers';

const fields = {
  email: clearable.optional(),
  name: clearable.optional(),
  description: clearable.optional(),
  phone: clearable.optional(),
  invoice_settings: z.strictObject({ default_payment_method: clearable.optional() }).optional(),
  ...withMetadata,
};

/** The id of the new default payment method. It must belong to the customer. */
function ownMethod(books: Books, id: string | null | undefined, customer: string) {
  if (!id) return null;
  const method = books.get('payment_method', id, 'invoice_settings[default_payment_method]');
  if (method.customer !== customer)
    throw invalid(
      `The customer does not have a payment method with the ID ${id}. The payment method must be attached to the customer.`,
      'resource_missing',
      'invoice_settings[default_payment_method]',
    );
  return id;
}

export const customerOperations = {
  createCustomer: operation(
    `POST ${path}`,
    { ...fields, payment_method: text.optional() },
    ({ payment_method, invoice_settings, metadata, ...input }, books) => {
      const id = books.newId('cus');
      const made = {
        id,
        object: 'customer',
        balance: 0,
        created: books.now,
        delinquent: false,
        description: input.description ?? null,
        email: input.email ?? null,
        invoice_prefix: id.slice(-8).toUpperCase(),
        invoice_settings: {
          custom_fields: null,
          default_payment_method: null,
          footer: null,
          rendering_options: null,
        },
        livemode: false,
        metadata: changedMetadata({}, metadata),
        name: input.name ?? null,
        next_invoice_sequence: 1,
        phone: input.phone ?? null,
        preferred_locales: [],
        tax_exempt: 'none',
        ...nulls('address currency default_source discount shipping test_clock'),
      } satisfies Stripe.Customer;
      books.save(made, 'customer.created');
      if (!payment_method) return made;
      const method = resolvePaymentMethod(books, payment_method, 'payment_method');
      attach(books, method, id);
      const wanted = invoice_settings?.default_payment_method;
      if (wanted !== payment_method) return made;
      const settings = { ...made.invoice_settings, default_payment_method: method.id };
      return books.save({ ...made, invoice_settings: settings }, 'customer.updated');
    },
  ),
  updateCustomer: operation(
    `POST ${path}/{id}`,
    { id: text, ...fields },
    ({ id, invoice_settings, metadata, ...changes }, books) => {
      const before = books.get('customer', id);
      const after: Stripe.Customer = { ...before, ...given(changes) };
      after.metadata = changedMetadata(before.metadata, metadata);
      if (invoice_settings?.default_payment_method !== undefined) {
        const method = ownMethod(books, invoice_settings.default_payment_method, id);
        after.invoice_settings = { ...before.invoice_settings, default_payment_method: method };
      }
      return books.save(after, 'customer.updated');
    },
  ),
  deleteCustomer: operation(`DELETE ${path}/{id}`, { id: text }, ({ id }, books) => {
    const before = books.get('customer', id);
    for (const subscription of books.list('subscription', id))
      if (!hasEnded(subscription)) endSubscription(books, subscription);
    for (const method of books.list('payment_method', id)) detach(books, method);
    const deleted = { id, object: 'customer', deleted: true } satisfies Stripe.DeletedCustomer;
    // A deleted customer keeps its id and no personal data.
    books.store.put(deleted as unknown as Stripe.Customer, {});
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
    { email: text.optional(), ...createdFilter },
    (each, { email }) => !('deleted' in each) && each.email === (email ?? each.email),
  ),
};
