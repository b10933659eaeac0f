import * as z from 'zod';
import type { Books } from './books.ts';
import { invalid } from './failure.ts';
import type { Coupon, Discount, Price, Product, PromotionCode } from './objects.ts';
import { flag, listing, operation, retrieval, text, whole } from './operation.ts';

const product = '/v1/products';
const price = '/v1/prices';
const coupon = '/v1/coupons';
const promotionCode = '/v1/promotion_codes';

/** Takes a lookup key from the price that has it. Throws unless it may. */
function takeLookupKey(books: Books, key: string, transfer: boolean): void {
  const holder = books.list('price').find((each) => each.lookup_key === key);
  if (!holder) return;
  if (!transfer) {
    throw invalid(
      `A price (\`${holder.id}\`) already uses that lookup key.`,
      undefined,
      'lookup_key',
    );
  }
  books.save({ ...holder, lookup_key: null });
}

export const catalogueOperations = {
  createProduct: operation(`POST ${product}`, { id: text, name: text }, ({ id, name }, books) => {
    if (books.store.find(id)) {
      throw invalid('Product already exists.', 'resource_already_exists', 'id');
    }
    return books.save<Product>({ id, object: 'product', active: true, name });
  }),
  updateProduct: operation(
    `POST ${product}/{id}`,
    { id: text, active: flag.optional() },
    ({ id, active }, books) => {
      const before = books.get('product', id);
      return books.save({ ...before, active: active ?? before.active });
    },
  ),
  retrieveProduct: retrieval('product', product),

  createPrice: operation(
    `POST ${price}`,
    {
      currency: z.literal('usd'),
      unit_amount: whole.pipe(z.number().min(0)),
      product: text,
      recurring: z.strictObject({ interval: z.enum(['month', 'year']) }),
      lookup_key: text.optional(),
      transfer_lookup_key: flag.default(false),
      nickname: text.optional(),
    },
    ({ unit_amount, product, recurring, lookup_key, transfer_lookup_key }, books) => {
      books.get('product', product, 'product');
      if (lookup_key) takeLookupKey(books, lookup_key, transfer_lookup_key);
      return books.save<Price>({
        id: books.newId('price'),
        object: 'price',
        active: true,
        lookup_key: lookup_key ?? null,
        product,
        recurring,
        unit_amount,
      });
    },
  ),
  listPrices: listing(
    'price',
    price,
    { active: flag.optional(), lookup_keys: z.array(text).max(10) },
    (each, { active, lookup_keys }) =>
      lookup_keys.includes(each.lookup_key ?? '') && each.active === (active ?? each.active),
  ),

  createCoupon: operation(
    `POST ${coupon}`,
    {
      id: text.max(200).optional(),
      percent_off: z.coerce.number().gt(0).max(100),
      duration: z.enum(['once', 'forever']).default('once'),
    },
    ({ id: wanted, percent_off, duration }, books) => {
      const id = wanted ?? books.newId('coupon');
      if (books.store.find(id)) {
        throw invalid('Coupon already exists.', 'resource_already_exists', 'id');
      }
      return books.save<Coupon>({ id, object: 'coupon', duration, percent_off });
    },
  ),
  deleteCoupon: operation(`DELETE ${coupon}/{id}`, { id: text }, ({ id }, books) => {
    // Subscriptions keep the discount of a deleted coupon, so its amount must stay stored.
    const deleted = { ...books.get('coupon', id), deleted: true };
    books.save(deleted);
    return { id, object: 'coupon', deleted: true };
  }),

  createPromotionCode: operation(
    `POST ${promotionCode}`,
    {
      promotion: z.strictObject({ type: z.literal('coupon'), coupon: text }),
      code: text.regex(/^[A-Za-z0-9-]+$/),
      expires_at: whole.optional(),
      max_redemptions: whole.optional(),
      restrictions: z.strictObject({ first_time_transaction: flag.optional() }).optional(),
    },
    ({ promotion, code, expires_at, max_redemptions, restrictions }, books) => {
      books.get('coupon', promotion.coupon, 'promotion[coupon]');
      if (books.list('promotion_code').some((each) => isCode(each, code))) {
        throw invalid(`An active promotion code with \`code: ${code}\` already exists.`);
      }
      return books.save<PromotionCode>(
        {
          id: books.newId('promo'),
          object: 'promotion_code',
          active: true,
          code,
          promotion: { coupon: promotion.coupon },
        },
        undefined,
        {
          restrictions: {
            firstPurchase: restrictions?.first_time_transaction ?? false,
            maxRedemptions: max_redemptions,
            expiresAt: expires_at,
          },
        },
      );
    },
  ),
  listPromotionCodes: listing(
    'promotion_code',
    promotionCode,
    { active: flag.optional(), code: text },
    (each, { active, code }) => isCode(each, code) && each.active === (active ?? each.active),
    ['data.promotion.coupon'],
  ),
};

const isCode = (each: PromotionCode, code: string) =>
  each.code.toLowerCase() === code.toLowerCase();

/** Makes the discount of a promotion code. Throws if the customer cannot redeem it. */
export function redeem(
  books: Books,
  customer: string,
  promotionCode: string,
  param: string,
): Discount {
  const code = books.get('promotion_code', promotionCode, param);
  countRedemption(books, customer, code, param);
  const id = code.promotion.coupon;
  books.get('coupon', id, param);
  return books.save({
    id: books.newId('di'),
    object: 'discount',
    promotion_code: code.id,
    source: { coupon: id },
  });
}

/** Throws if a promotion code has expired, is used up, or is for first purchases only. */
function countRedemption(books: Books, customer: string, code: PromotionCode, param: string) {
  const { restrictions, redemptions = 0 } = books.hidden(code);
  const { firstPurchase, maxRedemptions, expiresAt } = restrictions ?? {};
  const isUsedUp = maxRedemptions !== undefined && redemptions >= maxRedemptions;
  if (isUsedUp || (expiresAt !== undefined && expiresAt <= books.now)) {
    throw invalid('This promotion code is not active.', 'promotion_code_expired', param);
  }
  const hasPaid = () => books.list('charge', customer).some(({ status }) => status === 'succeeded');
  if (firstPurchase && hasPaid()) {
    throw invalid(
      'This promotion code cannot be redeemed because the associated customer has prior transactions.',
      'promotion_code_customer_not_first_time',
      param,
    );
  }
  books.save(code, undefined, { redemptions: redemptions + 1 });
}
