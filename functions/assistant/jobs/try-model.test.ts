import { beforeEach, expect, test, vi } from 'vitest';
import { assistantModelSchema } from '#shared/assistant-model.ts';
import { ModelFailure } from '../model.ts';
import * as openai from '../openai.ts';
import { handler } from './try-model.ts';

vi.mock(import('../openai.ts'), { spy: true });

const settings = assistantModelSchema.parse({ model: 'large', supportModel: 'small' });
const reply = {} as Awaited<ReturnType<typeof openai.askModel>>;

beforeEach(() => {
  vi.mocked(openai.modelAccess).mockReset().mockResolvedValue({ settings, apiKey: 'sk' });
  vi.mocked(openai.askModel).mockReset().mockResolvedValue(reply);
});

test('each model of the new settings is asked with the key that is deployed', async () => {
  expect(await handler({ settings })).toEqual({ answers: ['large', 'small'] });
  const asked = vi.mocked(openai.askModel).mock.calls.map(([access]) => access);
  expect(asked).toEqual([
    { settings, apiKey: 'sk' },
    { settings: { ...settings, model: 'small' }, apiKey: 'sk' },
  ]);
});

test('a refusal is told without what the provider says', async () => {
  const cause = Object.assign(new Error('Incorrect key sk-12'), { status: 401, code: 'bad_key' });
  vi.mocked(openai.askModel).mockRejectedValue(new ModelFailure('not_set_up', cause));
  expect(await handler({ settings })).toEqual({
    model: 'large',
    isRefused: true,
    text: 'not_set_up, 401, bad_key',
  });
});

test('the key is sent to no other endpoint than the deployed one', async () => {
  const elsewhere = { ...settings, endpoint: 'https://elsewhere.test/v1' };
  expect(await handler({ settings: elsewhere })).toEqual({ isOtherEndpoint: true });
  expect(openai.askModel).not.toHaveBeenCalled();
});

test('without a key nothing is asked', async () => {
  vi.mocked(openai.modelAccess).mockRejectedValue(new ModelFailure('not_set_up'));
  expect(await handler({ settings })).toEqual({ isUnset: true });
});
