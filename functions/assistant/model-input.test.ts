import { expect, test } from 'vitest';
import { assistantSettings } from './assistant-settings.ts';
import { modelInput as inputFor } from './model-input.ts';
import type { ItemContent, ThreadItem } from './thread-items.ts';

const items = (...contents: ItemContent[]): ThreadItem[] =>
  contents.map((content, index) => ({
    item_id: `msg_${index}`,
    position: String(index),
    created_at: '2026-11-22T00:00:00.000Z',
    content,
    expires_at: 0,
  }));

const question: ItemContent = { type: 'question', text: 'Which pumps?', filters: {} };
const call = (call_id: string): ItemContent => ({
  type: 'function_call',
  call_id,
  name: 'antecede_API',
  arguments: '{}',
});
const output = (call_id: string, text: string): ItemContent => ({
  type: 'function_call_output',
  call_id,
  output: text,
});

const modelInput = (all: ThreadItem[]) => inputFor(all, 'a-model');

test('an output whose call was not read is left out', () => {
  expect(modelInput(items(output('a', '{}'), question))).toHaveLength(1);
});

test('open calls of a stopped run are left out', () => {
  const input = modelInput(items(question, call('a'), output('a', '{}'), call('b')));
  expect(input.map(({ type }) => type)).toEqual([
    'message',
    'function_call',
    'function_call_output',
  ]);
});

test('the model sees the verified quotes of an answer and no others', () => {
  const place = { part: 'claim' as const, number: 1, start: 0, end: 15 };
  const quoted = { ucid: 'US-10123456-B2', title: 'Pump', quote: 'a pump that pumps' };
  const [, answer] = modelInput(
    items(question, {
      type: 'answer',
      text: 'It pumps [1] [2].',
      citations: [
        { ...quoted, number: 1, place, status: 'verified' },
        { ...quoted, number: 2, place: null, status: 'unverified' },
      ],
    }),
  );
  expect(answer).toEqual({
    type: 'message',
    role: 'assistant',
    content: 'It pumps [1] [2].\n\n[1] US-10123456-B2 — "a pump that pumps" (claim 1)',
  });
});

test('of a long conversation the oldest outputs are left out, and every call keeps one', () => {
  const long = 'x'.repeat(assistantSettings.contextMaxLength / 2);
  const calls = ['a', 'b', 'c'].flatMap((id) => [call(id), output(id, long)]);
  const input = modelInput(items(question, ...calls));
  const lengths = input.flatMap((item) =>
    item.type === 'function_call_output' ? [String(item.output).length] : [],
  );
  expect(lengths).toHaveLength(3);
  expect(lengths[0]).toBeLessThan(200);
  expect(lengths[2]).toBe(long.length);
  expect(JSON.stringify(input).length).toBeLessThan(assistantSettings.contextMaxLength * 1.1);
});
