import type { MemberPrincipal, UserPrincipal } from '#functions/people/index.ts';
import type { BillingState } from '#shared/contract/billing.ts';
import { type ClaimedIds, requireBillingAdmin, requireOwnProviderId } from './billing-caller.ts';
import { beginChange } from './billing-change.ts';
import { withCardAttempt } from './card-attempts.ts';
import { payOpenInvoices } from './stripe-invoices.ts';
import { redeemCardToken, setDefaultPaymentMethod } from './stripe-payment-methods.ts';

interface ChosenMethod extends ClaimedIds {
  stripe_customer_id?: string | undefined;
  token_id: string;
}

/** Makes a payment method, or the card of a token, the default and pays the open invoices with it. */
export async function changePaymentMethod(
  principal: UserPrincipal,
  chosen: ChosenMethod,
  now: Date,
): Promise<BillingState> {
  const admin = requireBillingAdmin(principal, chosen);
  return withCardAttempt(admin, now, () => change(admin, chosen, now));
}

async function change(
  admin: MemberPrincipal,
  chosen: ChosenMethod,
  now: Date,
): Promise<BillingState> {
  await using change = await beginChange(admin, 'payment-method.changed', now);
  const { customerId, state } = change;
  requireOwnProviderId(chosen.stripe_customer_id, customerId);
  // A bank account is charged after its micro-deposits have been verified: verify-bank-account.
  if (state.bank_verification?.payment_method_id !== chosen.token_id) {
    const isToken = chosen.token_id.startsWith('tok_');
    const method = isToken ? await redeemCardToken(chosen.token_id) : chosen.token_id;
    await setDefaultPaymentMethod(customerId, method);
    if (state.subscription) await payOpenInvoices(state.subscription.id);
  }
  return await change.finish();
}
