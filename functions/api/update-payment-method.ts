import { changePaymentMethod } from '#functions/domain/change-payment-method.ts';
import { user } from '#functions/request/callers.ts';
import { lambda } from '#functions/request/lambda.ts';
import { billing } from '#shared/contract/billing.ts';

export const handler = lambda(billing, 'update-payment-method', user, ({ body, principal, now }) =>
  changePaymentMethod(principal, body, now),
);
