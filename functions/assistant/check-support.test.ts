import { expect, test, vi } from 'vitest';
import { assistantModelSchema } from '#shared/assistant-model.ts';
import { checkSupport, unsupportedRemark } from './check-support.ts';

const verdicts = [
  { id: 0, supported: true },
  { id: 2, supported: false },
  { id: 7, supported: false },
];
vi.mock('./openai.ts', () => ({
  askModel: async () => ({ text: JSON.stringify({ verdicts }), inputTokens: 9, outputTokens: 2 }),
}));

test('a statement that the model left out is neither marked nor counted', async () => {
  const access = { apiKey: 'key', settings: assistantModelSchema.parse({ model: 'a-model' }) };
  const citation = {
    number: 1,
    ucid: 'US-10123456-B2',
    title: 'Pump',
    quote: 'It pumps.',
    place: null,
    status: 'verified' as const,
  };
  const checked = await checkSupport(
    access,
    { text: 'It pumps [1]. It is small [1]. It flies [1].', citations: [citation] },
    new AbortController().signal,
  );
  expect(checked).toEqual({
    text: `It pumps [1]. It is small [1]. It flies [1]${unsupportedRemark}.`,
    support: { statements: 2, supported: 1 },
    inputTokens: 9,
    outputTokens: 2,
  });
});
