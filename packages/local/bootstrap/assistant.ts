import type { openSecretsManager } from '#local/aws/secrets-manager/secrets-manager.ts';

const secretName = 'antecede-local-openai';

/** Gives the functions the keys of models, the local or the real ones, like the operator of a deployed environment. */
export function connectAssistant(
  secrets: Pick<ReturnType<typeof openSecretsManager>, 'has' | 'set'>,
  keys: { apiKey: string; reportsApiKey: string; embedderApiKey: string },
): void {
  // Apps of tests may have no secret, because they have no assistant.
  if (secrets.has(secretName)) secrets.set(secretName, keys);
}
