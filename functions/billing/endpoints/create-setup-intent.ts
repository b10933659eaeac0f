import { lambda } from '#core/request/lambda.ts';
import { user } from '#functions/people/index.ts';
import { billing } from '#shared/contract/billing.ts';
import { requireBillingAdmin } from '../billing-caller.ts';
import { withCardAttempt } from '../card-attempts.ts';
import { openCustomer } from '../customer-of.ts';
import { createSetupIntent } from '../stripe-payment-methods.ts';

export const handler = lambda(
  billing,
  'create-setup-intent',
  user,
  async ({ body, principal, now }) => {
    const admin = requireBillingAdmin(principal, {});
    return withCardAttempt(admin, now, async () =>
      createSetupIntent(await openCustomer(admin), body.type),
    );
  },
);
