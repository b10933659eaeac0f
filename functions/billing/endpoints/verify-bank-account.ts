import { lambda } from '#core/request/lambda.ts';
import { user } from '#functions/people/index.ts';
import { billing } from '#shared/contract/billing.ts';
import { requireBillingAdmin, requireOwnProviderId } from '../billing-caller.ts';
import { beginChange } from '../billing-change.ts';
import { withCardAttempt } from '../card-attempts.ts';
import { payOpenInvoices } from '../stripe-invoices.ts';
import { setDefaultPaymentMethod, verifyMicrodeposits } from '../stripe-payment-methods.ts';

export const handler = lambda(
  billing,
  'verify-bank-account',
  user,
  async ({ body, principal, now, fail }) => {
    const admin = requireBillingAdmin(principal, body);
    const verify = async () => {
      await using change = await beginChange(admin, 'payment-method.changed', now);
      const { customerId, state } = change;
      requireOwnProviderId(body.stripe_customer_id, customerId);
      const { bank_verification: bank, verified_bank, payment_method } = state;
      if (bank) {
        const deposits =
          'amounts' in body
            ? { amounts: body.amounts }
            : { descriptor_code: body.descriptor_code.toUpperCase() };
        await verifyMicrodeposits(bank.setup_intent_id, deposits);
      }
      // If no account waits, an earlier call may have been interrupted after its verification.
      const charged = payment_method?.type === 'us_bank_account' ? payment_method.id : undefined;
      const verified = bank?.payment_method_id ?? verified_bank ?? charged;
      if (!verified) throw fail('VerificationFailed');
      await setDefaultPaymentMethod(customerId, verified);
      if (state.subscription) await payOpenInvoices(state.subscription.id);
      return await change.finish();
    };
    return withCardAttempt(admin, now, verify);
  },
);
