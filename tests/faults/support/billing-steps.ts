/** What customers do, as the page does it for them. */
import type { PlanName } from '#shared/plans.ts';
import type { BillingWorld, Customer } from './billing-world.ts';

/** Well-known test cards. */
export const cardNumbers = {
  works: '4242424242424242',
  alsoWorks: '5555555555554444',
  /** Cannot be added. */
  refused: '4000000000000002',
  /** Can be added; every charge is refused. */
  declinesCharges: '4000000000000341',
  /** Every charge asks the bank. */
  authenticates: '4000002760003184',
  disputes: '4000000000000259',
};

export function billingSteps(world: BillingWorld) {
  const setUp = async (
    customer: Customer,
    type: 'card' | 'us_bank_account',
    details: object,
  ): Promise<string> => {
    const { client_secret } = await world.call(customer, 'create-setup-intent', { body: { type } });
    const { id } = await world.atStripe<{ id: string }>('payment_methods', { type, ...details });
    const intent = await world.atStripe<{ status: string }>('confirm', {
      client_secret,
      payment_method: id,
    });
    if (intent.status === 'requires_action' && type === 'card') {
      await world.atStripe('authenticate', { client_secret, outcome: 'succeed' });
    }
    return id;
  };

  return {
    addCard:
      (number = cardNumbers.works, exp = { exp_month: 12, exp_year: 2090 }) =>
      async (customer: Customer) => {
        const token_id = await setUp(customer, 'card', { card: { number, ...exp, cvc: '123' } });
        return world.call(customer, 'update-payment-method', { body: { token_id } });
      },
    /** Then it waits for its two deposits, of 32 and 45 cents. */
    async addBankAccount(customer: Customer) {
      const token_id = await setUp(customer, 'us_bank_account', {
        us_bank_account: {
          account_number: '000123456789',
          routing_number: '110000000',
          account_holder_type: 'company',
        },
        billing_details: { name: 'Ada Byron' },
      });
      return world.call(customer, 'create-payment-method', { body: { token_id } });
    },
    buy: (subscription_plan: PlanName, couponCode?: string) => (customer: Customer) =>
      world.call(customer, 'update-subscription', { body: { subscription_plan, couponCode } }),
    cancel: (customer: Customer) =>
      world.call(customer, 'cancel-subscription', { body: { option: 'Pricing' } }),
    keep: (customer: Customer) =>
      world.call(customer, 'update-subscription', { body: { keep_subscription: true } }),
    async customerId({ orgId }: Customer): Promise<string | undefined> {
      return (await world.billing.getBilling(orgId))?.stripe_customer_id;
    },
    async subscriptions({ orgId }: Customer) {
      const customer = (await world.billing.getBilling(orgId))?.stripe_customer_id;
      if (!customer) return [];
      return (await world.stripe.subscriptions.list({ customer, status: 'all', limit: 100 })).data;
    },
  };
}
