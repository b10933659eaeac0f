import { requireBillingAdmin } from '#functions/domain/billing-caller.ts';
import { buyPlan } from '#functions/domain/buy-plan.ts';
import { user } from '#functions/request/callers.ts';
import { lambda } from '#functions/request/lambda.ts';
import { billing } from '#shared/contract/billing.ts';

export const handler = lambda(
  billing,
  'activate-with-coupon',
  user,
  async ({ body, principal, now }) => {
    const admin = requireBillingAdmin(principal, body);
    return buyPlan(admin, { plan: body.subscription_plan, couponCode: body.couponCode }, now);
  },
);
