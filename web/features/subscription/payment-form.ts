import type { ComponentType, Ref } from 'react';

export type PaymentType = 'card' | 'us_bank_account';

/** Submits a payment form. Card and account numbers are sent to the payment provider only. */
export interface PaymentForm {
  /**
   * Completes a setup intent with the form's values. The customer's bank may ask for authentication.
   * @returns id of the payment method
   */
  confirm(clientSecret: string): Promise<string>;
}

export interface PaymentFormProps {
  ref: Ref<PaymentForm>;
  type: PaymentType;
  /** Called with whether everything is filled in. */
  onComplete(complete: boolean): void;
}

/** A payment provider in the browser. */
export interface PaymentProvider {
  Form: ComponentType<PaymentFormProps>;
  /** Asks the customer to authenticate a payment with their bank. Throws when they do not. */
  authenticate(clientSecret: string): Promise<void>;
}
