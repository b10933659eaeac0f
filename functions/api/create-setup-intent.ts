import { requireBillingAdmin } from '#functions/domain/billing-caller.ts';
import { openCustomer } from '#functions/domain/change-billing.ts';
import { user } from '#functions/request/callers.ts';
import { lambda } from '#functions/request/lambda.ts';
import { createSetupIntent } from '#functions/store/stripe-payment-methods.ts';
import { billing } from '#shared/contract/billing.ts';

export const handler = lambda(billing, 'create-setup-intent', user, async ({ body, principal }) => {
  const admin = requireBillingAdmin(principal, {});
  return createSetupIntent(await openCustomer(admin), body.type);
});
