/** Reasons to cancel with the dialog's text and the payment provider's code. */
export const cancelReasons = {
  Complexity: 'too_complex',
  Pricing: 'too_expensive',
  'Not useful': 'unused',
  Other: 'other',
} as const;

export type CancelOption = keyof typeof cancelReasons;

export const cancelOptions = Object.keys(cancelReasons) as CancelOption[];

/** The payment provider does not accept a longer comment. */
export const cancelFeedbackMaxLength = 5000;

/** The text to show, or `undefined` when the answer can be sent. Feedback counts for `Other` only. */
export function cancelProblem(option: CancelOption | undefined, feedback: string) {
  if (!option) return 'Please select one option above';
  if (option !== 'Other') return undefined;
  if (feedback.trim() === '') return 'Please provide your feedback';
  return feedback.trim().length > cancelFeedbackMaxLength
    ? `Please use at most ${cancelFeedbackMaxLength} characters`
    : undefined;
}
