/** Settings of the assistant. The model of an environment is in `ASSISTANT_MODEL`. */
export const assistantSettings = {
  /** Time after which a run expires. */
  runSeconds: 600,
  /** Time without a write after which another worker takes a run over. */
  leaseSeconds: 30,
  /** How long a run waits for a browser to answer calls of tools. */
  answerSeconds: 20,
  /** Interval at which the queue checks a run. */
  watchSeconds: 15,
  /** Pause between two writes of an answer that grows. */
  growMs: 700,
  /** Number of workers that may try one step before the run fails. */
  triesPerStep: 3,
  /** Tokens of one run, input and output together. Above it no further request is made. */
  tokensPerRun: 200_000,
  /** One request to the model. One that reasons takes its time; the worker has 300 s. */
  requestMs: 180_000,
  /**
   * The request whether quotes support their statements. It ends before the lease of the run, which is renewed before it.
   */
  supportMs: 20_000,
  supportTokens: 8000,
  /** Statements of an answer that are checked. */
  statementsPerAnswer: 60,
  /** Largest piece of what a model thought that is passed back, in characters. */
  thoughtMaxLength: 100_000,
  /** Repetitions of a request that the provider refused or could not answer. */
  requestRetries: 2,
  /** Largest output of a tool for the model, in characters. A longer output is not used. */
  outputMaxLength: 120_000,
  /** Characters of one patent's description that the model gets. */
  descriptionMaxLength: 50_000,
  /** The same of its claims, if the output would be too long otherwise. */
  claimsMaxLength: 50_000,
  /**
   * Characters of a conversation that the model gets. Beyond them the oldest outputs of tools are left out.
   */
  contextMaxLength: 400_000,
} as const;
