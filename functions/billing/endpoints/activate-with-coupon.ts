import { lambda } from '#core/request/lambda.ts';
import { user } from '#functions/people/index.ts';
import { billing } from '#shared/contract/billing.ts';
import { requireBillingAdmin } from '../billing-caller.ts';
import { buyPlan } from '../buy-plan.ts';

export const handler = lambda(
  billing,
  'activate-with-coupon',
  user,
  async ({ body, principal, now }) => {
    const admin = requireBillingAdmin(principal, body);
    return buyPlan(admin, { plan: body.subscription_plan, couponCode: body.couponCode }, now);
  },
);
