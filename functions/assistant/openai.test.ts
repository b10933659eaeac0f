import { expect, test, vi } from 'vitest';
import { answerParameters } from '#tests/support/parameters.ts';
import { askModel, modelAccess } from './openai.ts';

test('without a key the assistant says that it is not set up, and finds one that is set later', async () => {
  vi.stubEnv('AWS_REGION', 'us-east-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
  vi.stubEnv('SECRET_OPEN_AI', 'antecede-test-openai');
  const model = { model: 'a-model', endpoint: 'http://127.0.0.1:9/v1' };
  vi.stubEnv('ASSISTANT_MODEL', JSON.stringify(model));
  let apiKey = '';
  answerParameters(() => ({ apiKey }));
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
  await expect(ask()).rejects.toMatchObject({ code: 'not_set_up' });
  apiKey = 'sk-test';
  // Nobody answers at that address.
  await expect(ask()).rejects.toMatchObject({ code: 'provider_unavailable' });
});
