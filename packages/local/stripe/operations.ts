import type { Operation } from '#local/aws/service.ts';
import { catalogueOperations } from './catalogue.ts';
import { customerOperations } from './customers.ts';
import { invoiceOperations } from './invoices.ts';
import { paymentOperations } from './payment-intents.ts';
import { paymentMethodOperations } from './payment-methods.ts';
import { createPreview } from './preview.ts';
import { setupIntentOperations } from './setup-intents.ts';
import { subscriptionOperations } from './subscriptions.ts';
import { webhookOperations } from './webhooks.ts';

/** All operations of the local Stripe. */
export const stripeOperations: Record<string, Operation> = {
  ...catalogueOperations,
  ...customerOperations,
  ...paymentMethodOperations,
  ...setupIntentOperations,
  ...paymentOperations,
  ...subscriptionOperations,
  createPreview,
  ...invoiceOperations,
  ...webhookOperations,
};
