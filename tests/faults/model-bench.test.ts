import { expect, test, vi } from 'vitest';
import { openTestOpenAi } from '#local/openai/test-openai.ts';
import { printModel } from '#tests/bench/assistant/model-conversations.ts';

test('the bench has a model of another endpoint answer through the product, with the SDK of its provider', async () => {
  const openAi = await openTestOpenAi();
  const { apiKey, settings } = openAi.access();
  vi.stubEnv('OPENAI_API_KEY', apiKey);
  const printed = vi.spyOn(console, 'log').mockReturnValue();
  vi.spyOn(console, 'table').mockReturnValue();
  const { model, endpoint } = settings;
  const { theirs, builtIn, answers } = await printModel({
    model,
    endpoint,
    half: 'development',
    most: '3',
    price: '1,10',
  });
  // The endpoint has the built-in assistant behind it: what the product makes of its words is what it says itself.
  expect(theirs.rows()).toEqual(builtIn.rows());
  expect(theirs.failed).toBe(0);
  expect(answers.length).toBeGreaterThan(3);
  for (const { inputTokens, outputTokens, support } of answers) {
    expect(inputTokens).toBeGreaterThan(1000);
    expect(outputTokens).toBeGreaterThan(20);
    expect(support?.supported ?? 0).toBeLessThanOrEqual(support?.statements ?? 0);
  }
  expect(printed.mock.calls.flat().join('\n')).toMatch(/cost \d+\.\d\d USD, .* an answer/);
});
