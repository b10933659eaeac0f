/** How the assistant works. What depends on the environment is in `ASSISTANT_MODEL`. */
export const assistantSettings = {
  /** A run that has not ended by then has expired. */
  runSeconds: 600,
  /** How long a worker may be silent before another one takes its run up. */
  leaseSeconds: 30,
  /** How long a run waits for a browser to answer calls of tools. */
  answerSeconds: 20,
  /** How often the queue looks after a run. */
  watchSeconds: 15,
  /** Pause between two writes of an answer that grows. */
  growMs: 700,
  /** Workers that take up one step of a run before it fails. */
  triesPerStep: 3,
  /** Tokens of one run, what the model reads and writes together. One more request is not made above it. */
  tokensPerRun: 200_000,
  /** Tokens of one answer. */
  tokensPerAnswer: 4000,
  /** One request to the model. */
  requestMs: 90_000,
  /** Repetitions of a request that the provider refused or failed at. */
  requestRetries: 2,
  /** Characters of one output of a tool that the model is given; above it, the output is not used. */
  outputMaxLength: 120_000,
  /** Characters of the description of one patent that the model is given. */
  descriptionMaxLength: 50_000,
  /** Characters of a conversation that the model is given; the oldest outputs of tools are left out. */
  contextMaxLength: 400_000,
  /** Passages of a found patent. */
  passagesPerDocument: 2,
  /** Elements of a claim that is charted; the last one takes what is left. */
  elementsPerClaim: 12,
  /** Share of an element's words, by weight, that a passage must have to be worth showing. */
  elementMinScore: 0.25,
} as const;
