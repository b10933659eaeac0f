import type { ChatCitation, ChatMessage, ChatRun } from '#shared/contract/chat.ts';
import { answer, sampleOf } from './server.ts';

/** A valid message with these fields. */
const message = (fields: Partial<ChatMessage>): ChatMessage => ({
  ...sampleOf('list-chat-messages').items[0]!,
  created_at: '2026-01-01T00:00:00.000Z',
  run_id: null,
  citations: [],
  ...fields,
});

export const question = (text: string) => message({ id: `question ${text}`, text, isUser: true });

export const reply = (text: string, citations: ChatCitation[] = []) =>
  message({ id: `answer ${text}`, text, isUser: false, run_id: 'run_1', citations });

/** A valid run with these fields. */
export const run = (fields: Partial<ChatRun>): ChatRun => ({
  ...sampleOf('get-chat-run'),
  id: 'run_1',
  thread_id: 'thr_1',
  created_at: '2026-01-01T00:00:01.000Z',
  text: '',
  filters: {},
  searched: undefined,
  required_action: null,
  last_error: null,
  ...fields,
});

/** A run that waits for one call of a tool. */
export const waitingFor = (name: string, args: unknown, filters: ChatRun['filters'] = {}) =>
  run({
    status: 'requires_action',
    filters,
    required_action: {
      type: 'submit_tool_outputs',
      submit_tool_outputs: {
        tool_calls: [
          { id: 'call_1', type: 'function', function: { name, arguments: JSON.stringify(args) } },
        ],
      },
    },
  });

const thread = {
  ...sampleOf('get-chat-thread'),
  id: 'thr_1',
  title: 'Drones that dock',
  last_run_id: null,
};

const storageKey = 'antecede.chat-thread';

/** The conversation that the browser remembers. */
export const storedThread = () => localStorage.getItem(storageKey);

/** The browser remembers no conversation; one that is begun has this id and token. */
export function noConversation(token?: string): void {
  localStorage.removeItem(storageKey);
  answer('create-chat-thread', { output: { ...thread, token } });
  answer('get-chat-thread', { output: thread });
  answer('list-chat-messages', { output: { items: [] } });
}

/** The browser remembers a conversation of these messages, whose last run is this one. */
export function openConversation(items: ChatMessage[], last?: ChatRun): void {
  localStorage.setItem(storageKey, JSON.stringify({ id: 'thr_1' }));
  answer('get-chat-thread', { output: { ...thread, last_run_id: last?.id ?? null } });
  answer('list-chat-messages', { output: { items } });
  if (last) answer('get-chat-run', { output: last });
}
