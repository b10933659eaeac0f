import type Stripe from 'stripe';

interface Offer {
  /** 50 if absent. */
  percent_off?: number;
  duration?: 'once' | 'forever';
  expires_at?: number;
  max_redemptions?: number;
  /** Only customers who have never paid may redeem it. */
  firstPurchase?: boolean;
}

/** Makes a coupon and the code that customers type for it, as staff do in the provider's dashboard. Returns the coupon's id. */
export async function newPromotionCode(
  stripe: Stripe,
  code: string,
  {
    percent_off = 50,
    duration = 'once',
    expires_at,
    max_redemptions,
    firstPurchase = false,
  }: Offer = {},
): Promise<string> {
  const { id: coupon } = await stripe.coupons.create({ percent_off, duration });
  await stripe.promotionCodes.create({
    promotion: { type: 'coupon', coupon },
    code,
    ...(expires_at !== undefined && { expires_at }),
    ...(max_redemptions !== undefined && { max_redemptions }),
    restrictions: { first_time_transaction: firstPurchase },
  });
  return coupon;
}
