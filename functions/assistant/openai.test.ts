import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { mockClient } from 'aws-sdk-client-mock';
import { expect, test, vi } from 'vitest';
import { askModel, modelAccess } from './openai.ts';

test('without a key the assistant says that it is not set up, and finds one that is set later', async () => {
  vi.stubEnv('SECRET_OPEN_AI', 'arn:aws:secretsmanager:us-east-1:000000000000:secret:openai');
  const model = { model: 'a-model', endpoint: 'http://127.0.0.1:9/v1' };
  vi.stubEnv('ASSISTANT_MODEL', JSON.stringify(model));
  const secrets = mockClient(SecretsManagerClient);
  const holds = (apiKey: string) =>
    secrets.on(GetSecretValueCommand).resolves({ SecretString: JSON.stringify({ apiKey }) });
  const ask = async () =>
    askModel(
      await modelAccess(),
      {
        instructions: 'Answer.',
        input: [{ type: 'message', role: 'user', content: 'Which pumps?' }],
        tools: [],
        maxOutputTokens: 100,
        timeoutMs: 1000,
        retries: 0,
      },
      () => undefined,
      new AbortController().signal,
    );
  holds('');
  await expect(ask()).rejects.toMatchObject({ code: 'not_set_up' });
  holds('sk-test');
  // Nobody answers at that address.
  await expect(ask()).rejects.toMatchObject({ code: 'provider_unavailable' });
});
