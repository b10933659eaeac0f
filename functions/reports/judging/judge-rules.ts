/** How models judge the cells of a chart. Every judged report states its models and its budget. */
export const judgeRules = {
  /** References that are judged for each charted element; others only where their text matches. */
  nearest: 5,
  /** Elements in one request: they share the text of the reference. */
  elementsAtOnce: 12,
  /** Characters of a reference in a request. Longer documents are sent in the passages that match best. */
  referenceLength: 24_000,
  /** Characters of the claims in a request. */
  claimsLength: 20_000,
  /** Passages for each element that are sent with their neighbours. */
  passagesPerElement: 8,
  /** Tokens of an answer: so many, */
  answerTokens: 2000,
  /** and more for each element. Models that think before they answer need most of them. */
  answerTokensPerElement: 300,
  /** Share of the budget that the first pass may use where there is a second one. */
  firstShare: 0.7,
  /** Limitations that a reference may lack of an independent claim for these to be judged once more. */
  decidingGaps: 2,
  /** Requests at once. */
  atOnce: 4,
  /** Characters of a reason and of a quote; more is cut. */
  reasonLength: 400,
  quoteLength: 1200,
  /** Quotes of a cell. */
  quotes: 4,
} as const;
