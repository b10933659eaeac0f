import { requireBillingAdmin, requireOwnProviderId } from '#functions/domain/billing-caller.ts';
import { changeBilling } from '#functions/domain/change-billing.ts';
import { user } from '#functions/request/callers.ts';
import { lambda } from '#functions/request/lambda.ts';
import { payOpenInvoices } from '#functions/store/stripe-invoices.ts';
import {
  setDefaultPaymentMethod,
  verifyMicrodeposits,
} from '#functions/store/stripe-payment-methods.ts';
import { billing } from '#shared/contract/billing.ts';

export const handler = lambda(
  billing,
  'verify-bank-account',
  user,
  async ({ body, principal, now, fail }) => {
    const admin = requireBillingAdmin(principal, body);
    return changeBilling(admin, 'payment-method.changed', now, async ({ customerId, state }) => {
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
    });
  },
);
