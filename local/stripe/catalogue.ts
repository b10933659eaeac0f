import type Stripe from 'stripe';
import * as z from 'zod';
import type { Books } from './books.ts';
import { invalid, missing } from './failure.ts';
import { nulls } from './nulls.ts';
import {
  changedMetadata,
  clearable,
  createdFilter,
  flag,
  given,
  listing,
  operation,
  retrieval,
  sameMembers,
  text,
  whole,
  withMetadata,
} from './operation.ts';

const product = '/v1/products';
const price = '/v1/prices';
const coupon = '/v1/coupons';
const promotionCode = '/v1/promotion_codes';

const currency = z.literal('usd');
const interval = z.enum(['day', 'week', 'month', 'year']);

/** On the wire a decimal is a string. */
export const decimal = (cents: number) => String(cents) as unknown as Stripe.Decimal;

/** Takes a lookup key from the price that has it. Throws unless it may. */
function takeLookupKey(books: Books, key: string, transfer: boolean, id: string): void {
  const holder = books.list('price').find((each) => each.lookup_key === key && each.id !== id);
  if (!holder) return;
  if (!transfer)
    throw invalid(
      `A price (\`${holder.id}\`) already uses that lookup key.`,
      undefined,
      'lookup_key',
    );
  books.save({ ...holder, lookup_key: null }, 'price.updated');
}

export const catalogueOperations = {
  createProduct: operation(
    `POST ${product}`,
    {
      id: text.optional(),
      name: text,
      active: flag.default(true),
      description: text.optional(),
      ...withMetadata,
    },
    ({ id, name, active, description, metadata }, books) => {
      if (id && books.store.find(id))
        throw invalid('Product already exists.', 'resource_already_exists', 'id');
      const made = {
        id: id ?? books.newId('prod'),
        object: 'product',
        active,
        created: books.now,
        description: description ?? null,
        images: [],
        livemode: false,
        marketing_features: [],
        metadata: changedMetadata({}, metadata),
        name,
        type: 'service',
        updated: books.now,
        ...nulls('default_price package_dimensions shippable tax_code tax_details url'),
      } satisfies Stripe.Product;
      return books.save(made, 'product.created');
    },
  ),
  updateProduct: operation(
    `POST ${product}/{id}`,
    {
      id: text,
      name: text.optional(),
      active: flag.optional(),
      description: clearable.optional(),
      ...withMetadata,
    },
    ({ id, metadata, ...changes }, books) => {
      const before = books.get('product', id);
      const after = { ...before, ...given(changes), updated: books.now };
      after.metadata = changedMetadata(before.metadata, metadata);
      return books.save(after, 'product.updated');
    },
  ),
  retrieveProduct: retrieval('product', product),

  createPrice: operation(
    `POST ${price}`,
    {
      currency,
      unit_amount: whole.pipe(z.number().min(0)),
      product: text,
      recurring: z.strictObject({
        interval,
        interval_count: whole.pipe(z.number().min(1).max(36)).default(1),
      }),
      active: flag.default(true),
      lookup_key: text.optional(),
      transfer_lookup_key: flag.default(false),
      nickname: text.optional(),
      ...withMetadata,
    },
    (input, books) => {
      books.get('product', input.product, 'product');
      const id = books.newId('price');
      if (input.lookup_key) takeLookupKey(books, input.lookup_key, input.transfer_lookup_key, id);
      const made = {
        id,
        object: 'price',
        active: input.active,
        billing_scheme: 'per_unit',
        created: books.now,
        currency: input.currency,
        livemode: false,
        lookup_key: input.lookup_key ?? null,
        metadata: changedMetadata({}, input.metadata),
        nickname: input.nickname ?? null,
        product: input.product,
        recurring: {
          interval: input.recurring.interval,
          interval_count: input.recurring.interval_count,
          meter: null,
          trial_period_days: null,
          usage_type: 'licensed',
        },
        tax_behavior: 'unspecified',
        type: 'recurring',
        unit_amount: input.unit_amount,
        unit_amount_decimal: decimal(input.unit_amount),
        ...nulls('custom_unit_amount tiers_mode transform_quantity'),
      } satisfies Stripe.Price;
      return books.save(made, 'price.created');
    },
  ),
  listPrices: listing(
    'price',
    price,
    {
      active: flag.optional(),
      product: text.optional(),
      lookup_keys: z.array(text).max(10).optional(),
      ...createdFilter,
    },
    (each, { lookup_keys, ...same }) =>
      ((lookup_keys as string[] | undefined)?.includes(each.lookup_key ?? '') ?? true) &&
      sameMembers(each, same),
  ),

  createCoupon: operation(
    `POST ${coupon}`,
    {
      id: text.max(200).optional(),
      percent_off: z.coerce.number().gt(0).max(100).optional(),
      amount_off: whole.pipe(z.number().min(1)).optional(),
      currency: currency.optional(),
      duration: z.enum(['once', 'forever', 'repeating']).default('once'),
      duration_in_months: whole.pipe(z.number().min(1)).optional(),
      max_redemptions: whole.pipe(z.number().min(1)).optional(),
      redeem_by: whole.optional(),
      name: text.max(40).optional(),
      ...withMetadata,
    },
    (input, books) => {
      if ((input.percent_off === undefined) === (input.amount_off === undefined))
        throw invalid('Must provide percent_off or amount_off, and not both.');
      if ((input.duration === 'repeating') !== (input.duration_in_months !== undefined))
        throw invalid('duration_in_months goes with duration repeating, and only with it.');
      if (input.amount_off && !input.currency)
        throw invalid('Missing required param: currency.', 'parameter_missing', 'currency');
      const id = input.id ?? books.newId('coupon');
      if (books.store.find(id))
        throw invalid('Coupon already exists.', 'resource_already_exists', 'id');
      const made = {
        id,
        object: 'coupon',
        amount_off: input.amount_off ?? null,
        created: books.now,
        currency: input.currency ?? null,
        duration: input.duration,
        duration_in_months: input.duration_in_months ?? null,
        livemode: false,
        max_redemptions: input.max_redemptions ?? null,
        metadata: changedMetadata({}, input.metadata),
        name: input.name ?? null,
        percent_off: input.percent_off ?? null,
        redeem_by: input.redeem_by ?? null,
        times_redeemed: 0,
        valid: input.redeem_by === undefined || input.redeem_by > books.now,
      } satisfies Stripe.Coupon;
      return books.save(made, 'coupon.created');
    },
  ),
  deleteCoupon: operation(`DELETE ${coupon}/{id}`, { id: text }, ({ id }, books) => {
    // Subscriptions keep the discount of a deleted coupon, so its amount must stay stored.
    const before = books.get('coupon', id);
    books.store.put({ ...before, valid: false, deleted: true } as unknown as Stripe.Coupon, {});
    books.tell('coupon.deleted', before);
    return { id, object: 'coupon', deleted: true } satisfies Stripe.DeletedCoupon;
  }),
  retrieveCoupon: retrieval('coupon', coupon),

  createPromotionCode: operation(
    `POST ${promotionCode}`,
    {
      promotion: z.strictObject({ type: z.literal('coupon'), coupon: text }),
      code: text.regex(/^[A-Za-z0-9-]+$/).optional(),
      active: flag.default(true),
      customer: text.optional(),
      expires_at: whole.optional(),
      max_redemptions: whole.pipe(z.number().min(1)).optional(),
      ...withMetadata,
    },
    (input, books) => {
      books.get('coupon', input.promotion.coupon, 'promotion[coupon]');
      const code = input.code ?? books.newId('code').slice(5, 13).toUpperCase();
      const sameCode = (each: Stripe.PromotionCode) =>
        each.active && each.code.toLowerCase() === code.toLowerCase();
      if (books.list('promotion_code').some(sameCode))
        throw invalid(`An active promotion code with \`code: ${code}\` already exists.`);
      const made = {
        id: books.newId('promo'),
        object: 'promotion_code',
        active: input.active,
        code,
        created: books.now,
        customer: input.customer ?? null,
        customer_account: null,
        expires_at: input.expires_at ?? null,
        livemode: false,
        max_redemptions: input.max_redemptions ?? null,
        metadata: changedMetadata({}, input.metadata),
        promotion: { type: 'coupon', coupon: input.promotion.coupon },
        restrictions: {
          first_time_transaction: false,
          minimum_amount: null,
          minimum_amount_currency: null,
        },
        times_redeemed: 0,
      } satisfies Stripe.PromotionCode;
      return books.save(made, 'promotion_code.created');
    },
  ),
  listPromotionCodes: listing(
    'promotion_code',
    promotionCode,
    {
      active: flag.optional(),
      code: text.optional(),
      coupon: text.optional(),
      customer: text.optional(),
      ...createdFilter,
    },
    (each, { code, coupon: wanted, ...same }) =>
      (code === undefined || each.code.toLowerCase() === String(code).toLowerCase()) &&
      each.promotion.coupon === (wanted ?? each.promotion.coupon) &&
      sameMembers(each, same),
  ),
};

/** Makes the discount of a coupon or promotion code for a subscription. Throws if it cannot be redeemed. */
export function redeem(
  books: Books,
  choice: { coupon?: string; promotion_code?: string },
  owner: { customer: string; subscription: string },
  param: string,
): Stripe.Discount {
  const code = choice.promotion_code
    ? books.get('promotion_code', choice.promotion_code, `${param}[promotion_code]`)
    : undefined;
  const couponId = code ? (code.promotion.coupon as string) : choice.coupon;
  if (!couponId) throw invalid('Specify a coupon or a promotion code.', undefined, param);
  const found = books.store.find(couponId);
  if (found?.object !== 'coupon' || 'deleted' in found)
    throw missing('coupon', couponId, `${param}[coupon]`);
  if (!found.valid) throw invalid(`Coupon expired: ${found.id}`, 'coupon_expired', param);
  if (code) {
    const usable =
      code.active &&
      (code.expires_at ?? Infinity) > books.now &&
      (code.customer ?? owner.customer) === owner.customer;
    if (!usable)
      throw invalid(
        'This promotion code cannot be redeemed because it is inactive, has expired or is for somebody else.',
        undefined,
        `${param}[promotion_code]`,
      );
    const codeRedeemed = code.times_redeemed + 1;
    const active = codeRedeemed < (code.max_redemptions ?? Infinity);
    books.save({ ...code, times_redeemed: codeRedeemed, active });
  }
  const times_redeemed = found.times_redeemed + 1;
  const valid = times_redeemed < (found.max_redemptions ?? Infinity);
  books.save({ ...found, times_redeemed, valid });
  const discount = {
    id: books.newId('di'),
    object: 'discount',
    customer: owner.customer,
    promotion_code: code?.id ?? null,
    source: { type: 'coupon', coupon: found.id },
    start: books.now,
    subscription: owner.subscription,
    ...nulls('checkout_session customer_account end invoice invoice_item subscription_item'),
  } satisfies Stripe.Discount;
  return books.save(discount, 'customer.discount.created');
}
