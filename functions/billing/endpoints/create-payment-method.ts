import { lambda } from '#core/request/lambda.ts';
import { user } from '#functions/people/index.ts';
import { billing } from '#shared/contract/billing.ts';
import { changePaymentMethod } from '../change-payment-method.ts';

export const handler = lambda(billing, 'create-payment-method', user, ({ body, principal, now }) =>
  changePaymentMethod(principal, body, now),
);
