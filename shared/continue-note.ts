/** What a model is told after an answer that was cut off, which stands before it. */
export const continueNote =
  'Your answer was cut off there. Go on with the next character. Repeat nothing, and do not comment on the break.';
