import type { openSecretsManager } from '#local/aws/secrets-manager/secrets-manager.ts';

const secretName = 'antecede-local-openai';

/** Gives the functions the key of the assistant's model, the local or the real one, like the operator of a deployed environment. */
export function connectAssistant(
  secrets: Pick<ReturnType<typeof openSecretsManager>, 'has' | 'set'>,
  apiKey: string,
): void {
  // Apps of tests may have no secret, because they have no assistant.
  if (secrets.has(secretName)) secrets.set(secretName, { apiKey });
}
