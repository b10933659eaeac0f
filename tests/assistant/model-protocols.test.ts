/** The product's calls of a model, against the stand-in, in both protocols that an endpoint may speak. */
import { describe, expect, test } from 'vitest';
import { checkSupport, unsupportedRemark } from '#functions/assistant/check-support.ts';
import type { ModelInput, ModelRequest } from '#functions/assistant/model.ts';
import { askModel } from '#functions/assistant/openai.ts';
import { openTestOpenAi, reelSaying } from '#local/openai/test-openai.ts';
import { functionTools, noSearchFilters } from '#shared/assistant-tools.ts';
import { continueNote } from '#shared/continue-note.ts';
import type { ChatCitation } from '#shared/contract/chat.ts';

const asked = 'fishing reels with a magnetic brake';
const question: ModelInput = { type: 'message', role: 'user', content: asked };
const text = 'The spool of the reel is slowed by a magnetic brake that needs no contact.';
const found = {
  found: 1,
  documents: [reelSaying(text)],
  applied: [],
};
const searched: ModelInput[] = [
  question,
  {
    type: 'function_call',
    call_id: 'call_1',
    name: 'antecede_API',
    arguments: JSON.stringify({ query: asked, filters: noSearchFilters, limit: 15 }),
  },
  { type: 'function_call_output', call_id: 'call_1', output: JSON.stringify(found) },
];

const request = (input: ModelInput[], changes: Partial<ModelRequest> = {}): ModelRequest => ({
  instructions: 'You are Dexi.',
  input,
  tools: functionTools(),
  maxOutputTokens: 4000,
  timeoutMs: 10_000,
  retries: 0,
  ...changes,
});

const quoted = (number: number, quote: string): ChatCitation => ({
  number,
  ucid: 'US-3703998-A',
  title: 'Reel',
  quote,
  place: { part: 'abstract', number: null, start: 0, end: quote.length },
  status: 'verified',
});

describe.each(['responses', 'chat'] as const)('an endpoint that speaks %s', (api) => {
  async function open() {
    const { access, orderFault } = await openTestOpenAi();
    const grown: string[] = [];
    const ask = (one: ModelRequest, settings = {}) =>
      askModel(
        access({ api, ...settings }),
        one,
        (so) => void grown.push(so),
        new AbortController().signal,
      );
    return { ask, grown, orderFault, access: access({ api }) };
  }

  test('calls a tool, and answers from its output as the words come', async () => {
    const { ask, grown } = await open();
    const called = await ask(request([question]));
    expect(called.calls.map(({ name }) => name)).toEqual(['antecede_API']);
    expect(JSON.parse(called.calls[0]!.arguments)).toMatchObject({ query: asked });
    expect(called.inputTokens).toBeGreaterThan(100);
    const answered = await ask(request(searched));
    expect(answered).toMatchObject({ calls: [], isCut: false });
    expect(answered.text).toContain('[1] US-3703998-A — "');
    expect(answered.outputTokens).toBeGreaterThan(10);
    expect(grown.length).toBeGreaterThan(2);
    expect(grown.at(-1)).toBe(answered.text);
  });

  test('may call several tools at once', async () => {
    const { ask, orderFault } = await open();
    orderFault('side_by_side');
    const { calls } = await ask(request([question]));
    expect(calls).toHaveLength(2);
    for (const { arguments: given } of calls) JSON.parse(given);
    expect(new Set(calls.map(({ call_id }) => call_id)).size).toBe(2);
    const both: ModelInput[] = [
      ...calls.map((call) => ({ type: 'function_call' as const, ...call })),
      ...calls.map(({ call_id }) => ({
        type: 'function_call_output' as const,
        call_id,
        output: JSON.stringify(found),
      })),
    ];
    expect((await ask(request([question, ...both]))).text).toContain('US-3703998-A');
  });

  test.each([
    ['at the limit of tokens', { maxOutputTokens: 40 }, undefined],
    ['because the connection ends', {}, 'cut'],
  ])('continues an answer that was cut off %s', async (_, changes, fault) => {
    const { ask, orderFault } = await open();
    const whole = await ask(request(searched));
    if (fault) orderFault(fault);
    const begun = await ask(request(searched, changes));
    expect(begun.isCut).toBe(true);
    expect(begun.outputTokens).toBeGreaterThan(0);
    const rest = await ask(
      request([
        ...searched,
        { type: 'message', role: 'assistant', content: begun.text },
        { type: 'message', role: 'developer', content: continueNote },
      ]),
    );
    expect(begun.text + rest.text).toBe(whole.text);
  });

  test('that does not know the model, or refuses the key, is not set up', async () => {
    const { ask } = await open();
    await expect(ask(request([question]), { model: 'gone' })).rejects.toMatchObject({
      code: 'not_set_up',
    });
  });

  test('judges whether quotes support statements, and those that are not supported are marked', async () => {
    const { access } = await open();
    const answer =
      'A magnetic brake slows the spool [1]. It is cheap to make in series [1]. Old [2].';
    const citations: ChatCitation[] = [
      quoted(1, text),
      { ...quoted(2, 'words of nobody'), place: null, status: 'unverified' },
    ];
    const checked = await checkSupport(
      access,
      { text: answer, citations },
      new AbortController().signal,
    );
    expect(checked.support).toEqual({ statements: 3, supported: 1 });
    expect(checked.text).toBe(
      `A magnetic brake slows the spool [1]. It is cheap to make in series [1]${unsupportedRemark}. Old [2]${unsupportedRemark}.`,
    );
  });

  test('whose judge does not answer leaves the text as it is', async () => {
    const { access, orderFault } = await open();
    orderFault('server_error', 2);
    const checked = await checkSupport(
      access,
      { text: 'It is slowed [1].', citations: [quoted(1, text)] },
      new AbortController().signal,
    );
    expect(checked).toEqual({ text: 'It is slowed [1].', inputTokens: 0, outputTokens: 0 });
  });
});

test('what the model thought comes back encrypted and is passed back, and what another thought is refused', async () => {
  const { access } = await openTestOpenAi();
  const reasoning = access({ effort: 'low' });
  const never = new AbortController().signal;
  const { reasoning: thoughts, calls } = await askModel(
    reasoning,
    request([question]),
    () => {},
    never,
  );
  expect(thoughts).toHaveLength(1);
  const again = (encrypted: string): ModelInput[] => [
    question,
    { type: 'reasoning', id: thoughts[0]!.id, summary: [], encrypted_content: encrypted },
    { type: 'function_call', ...calls[0]! },
    {
      type: 'function_call_output',
      call_id: calls[0]!.call_id,
      output: JSON.stringify(found),
    },
  ];
  const ask = (encrypted: string) =>
    askModel(reasoning, request(again(encrypted)), () => {}, never);
  expect((await ask(thoughts[0]!.encrypted)).text).toContain('US-3703998-A');
  await expect(ask('of another model')).rejects.toMatchObject({ code: 'not_set_up' });
});
