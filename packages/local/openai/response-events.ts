import { randomBytes } from 'node:crypto';
import type OpenAI from 'openai';
import type { Step } from '#assistant/assistant.ts';

type Response = OpenAI.Responses.Response;
type Event = OpenAI.Responses.ResponseStreamEvent;
type OutputItem =
  | OpenAI.Responses.ResponseOutputMessage
  | OpenAI.Responses.ResponseFunctionToolCall
  | OpenAI.Responses.ResponseReasoningItem;
/** An event without its sequence number. */
type Unnumbered<E = Event> = E extends { sequence_number: number }
  ? Omit<E, 'sequence_number'>
  : never;

const newId = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`;

/** The output item of one step of the assistant: a finished function call or message. */
export function outputItem(step: Step): Exclude<OutputItem, { type: 'reasoning' }> {
  if (step.kind === 'call') {
    return {
      type: 'function_call',
      id: newId('fc'),
      call_id: newId('call'),
      name: step.name,
      arguments: JSON.stringify(step.arguments),
      status: 'completed',
    };
  }
  return {
    type: 'message',
    id: newId('msg'),
    role: 'assistant',
    status: 'completed',
    content: [{ type: 'output_text', text: step.text, annotations: [], logprobs: [] }],
  };
}

/**
 * The events of a response in the order in which OpenAI streams them. `response` is the finished response.
 */
export function responseEvents(response: Response): Event[] {
  const begun: Response = {
    ...response,
    status: 'in_progress',
    output: [],
    usage: undefined,
    completed_at: null,
  };
  const events: Unnumbered[] = [
    { type: 'response.created', response: begun },
    { type: 'response.in_progress', response: begun },
    ...(response.output as OutputItem[]).flatMap(itemEvents),
    response.status === 'incomplete'
      ? { type: 'response.incomplete', response }
      : { type: 'response.completed', response },
  ];
  return events.map((event, sequence_number) => ({ ...event, sequence_number }));
}

function itemEvents(item: OutputItem, output_index: number): Unnumbered[] {
  if (item.type === 'message') return messageEvents(item, output_index);
  if (item.type === 'function_call') return callEvents(item, output_index);
  return [
    { type: 'response.output_item.added', output_index, item },
    { type: 'response.output_item.done', output_index, item },
  ];
}

function messageEvents(
  item: OpenAI.Responses.ResponseOutputMessage,
  output_index: number,
): Unnumbered[] {
  const part = item.content[0] as OpenAI.Responses.ResponseOutputText;
  const place = { item_id: item.id, output_index, content_index: 0 };
  return [
    {
      type: 'response.output_item.added',
      output_index,
      item: { ...item, status: 'in_progress', content: [] },
    },
    { type: 'response.content_part.added', ...place, part: { ...part, text: '' } },
    ...pieces(part.text).map(
      (delta): Unnumbered => ({
        type: 'response.output_text.delta',
        ...place,
        delta,
        logprobs: [],
      }),
    ),
    { type: 'response.output_text.done', ...place, text: part.text, logprobs: [] },
    { type: 'response.content_part.done', ...place, part },
    { type: 'response.output_item.done', output_index, item },
  ];
}

function callEvents(
  item: OpenAI.Responses.ResponseFunctionToolCall,
  output_index: number,
): Unnumbered[] {
  const place = { item_id: item.id!, output_index };
  return [
    {
      type: 'response.output_item.added',
      output_index,
      item: { ...item, status: 'in_progress', arguments: '' },
    },
    ...pieces(item.arguments).map(
      (delta): Unnumbered => ({ type: 'response.function_call_arguments.delta', ...place, delta }),
    ),
    {
      type: 'response.function_call_arguments.done',
      ...place,
      arguments: item.arguments,
    },
    { type: 'response.output_item.done', output_index, item },
  ];
}

/** Splits a text into pieces of some words each. Joined, they are the text again. */
export const pieces = (text: string): string[] => text.match(/(?:\S*\s*){1,8}/g)!.filter(Boolean);
