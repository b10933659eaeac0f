import * as z from 'zod';
import { documentPart, searchFilters } from '#shared/assistant-tools.ts';
import { limits } from '#shared/limits.ts';
import { kindCodeFilterPattern } from '#shared/ucid.ts';
import type { Endpoint } from './endpoint.ts';
import { id, page, pageQuery, timestamp } from './fields.ts';
import { onlyMembers } from './only-members.ts';

const day = z
  .string()
  .regex(/^\d{4}-?\d{2}-?\d{2}$/)
  .meta({ description: 'A day, with or without dashes: 20150131' });
const criterion = z
  .enum(['<', '>', '='])
  .meta({ description: 'Before, after or equal to the day; equal if absent' });

/** The filters that a person sets beside the chat. They hold for every search of a run. */
const chatFilters = {
  priority_date: day.optional(),
  priority_date_criteria: criterion.optional(),
  publication_date: day.optional(),
  publication_date_criteria: criterion.optional(),
  cpc: z.string().trim().max(20).optional().meta({ description: 'Beginning of a CPC symbol' }),
  kind_code: z.string().regex(kindCodeFilterPattern).optional().meta({
    description: 'A letter with or without a digit, or one or two digits: B2, A, 12',
  }),
};

export const chatFiltersSchema = z.object(chatFilters).meta({
  id: 'ChatFilters',
  description: 'Filters that a person has set. All of them must be met',
});
export type ChatFilters = z.output<typeof chatFiltersSchema>;

export const citationSchema = z
  .object({
    number: z.int().meta({ description: 'As in the text: [1]' }),
    ucid: z.string(),
    title: z.string().nullable().meta({ description: 'Null if we do not have the patent' }),
    quote: z.string(),
    place: z
      .object({
        part: documentPart,
        number: z.int().nullable(),
        start: z.int(),
        end: z.int(),
      })
      .nullable()
      .meta({
        description:
          'Where the quote stands: [start, end) in UTF-16 units of that part. Null if it stands nowhere',
      }),
    where: z.string().optional().meta({
      description:
        'The place as a reader of the publication finds it: `claim 3`, `[0012]`, `column 4, lines 23–31`, or heading and first words. Absent in older messages',
    }),
    status: z.enum(['verified', 'repaired', 'unverified']).meta({
      description:
        'verified: the patent says this, word for word. repaired: the assistant changed words; the quote is now the passage that comes nearest. unverified: no passage of a patent that the assistant read says this',
    }),
  })
  .meta({ id: 'ChatCitation' });
export type ChatCitation = z.output<typeof citationSchema>;

export const messageSchema = z
  .object({
    id,
    text: z.string().meta({ description: 'Markdown in answers, plain text in questions' }),
    isUser: z.boolean(),
    created_at: timestamp,
    run_id: id.nullable().meta({ description: 'The run that wrote an answer' }),
    citations: z.array(citationSchema),
  })
  .meta({ id: 'ChatMessage' });
export type ChatMessage = z.output<typeof messageSchema>;

export const runStatuses = [
  'queued',
  'in_progress',
  'requires_action',
  'completed',
  'failed',
  'cancelled',
  'expired',
] as const;

/** Why a run failed. Each has its text in `shared/run-failures.ts`. */
export const runFailureCodes = [
  'not_set_up',
  'provider_unavailable',
  'rate_limited',
  'cut_off',
  'limit_reached',
  'conversation_too_long',
  'interrupted',
] as const;

const runSchema = z
  .object({
    id,
    thread_id: id,
    status: z.enum(runStatuses),
    created_at: timestamp,
    text: z.string().meta({ description: 'The answer as far as it is written' }),
    filters: chatFiltersSchema,
    searched: searchFilters.optional().meta({
      description:
        'Filters of its search that the assistant understood from the conversation. Absent before a search',
    }),
    required_action: z
      .object({
        type: z.literal('submit_tool_outputs'),
        submit_tool_outputs: z.object({
          tool_calls: z.array(
            z.object({
              id,
              type: z.literal('function'),
              function: z.object({
                name: z.string(),
                arguments: z.string().meta({ description: 'JSON' }),
              }),
            }),
          ),
        }),
      })
      .nullable()
      .meta({
        description: 'Calls of tools to answer. If nobody does, the server does after a while',
      }),
    last_error: z.object({ code: z.enum(runFailureCodes), message: z.string() }).nullable(),
  })
  .meta({ id: 'ChatRun' });
export type ChatRun = z.output<typeof runSchema>;

const title = z.string().trim().min(1).max(limits.chatTitleMaxLength);

const threadSchema = z
  .object({
    id,
    title: z.string(),
    created_at: timestamp,
    updated_at: timestamp,
    last_run_id: id.nullable(),
  })
  .meta({ id: 'ChatThread' });

const thread = z.object({ id });
const run = z.object({ id, runId: id });

/**
 * Conversations with the assistant. A thread of a signed-in person belongs to them. Any other thread
 * belongs to the holder of its token: header `x-thread-token`.
 */
export const chat = {
  'create-chat-thread': {
    method: 'POST',
    path: '/api/chatbot-thread',
    access: 'visitor',
    tag: 'Assistant',
    summary: 'Begins a conversation.',
    output: threadSchema.extend({
      token: z.string().optional().meta({
        description: 'Opens the thread. Only for callers who are not signed in, and only this once',
      }),
    }),
    errors: ['TooManyAttempts'],
  },
  'list-chat-threads': {
    method: 'GET',
    path: '/api/chatbot-thread',
    access: 'user',
    tag: 'Assistant',
    summary: 'Lists the own conversations, the latest first.',
    query: z.object(pageQuery),
    output: page(threadSchema),
  },
  'get-chat-thread': {
    method: 'GET',
    path: '/api/chatbot-thread/{id}',
    access: 'visitor',
    tag: 'Assistant',
    summary: 'One conversation.',
    params: thread,
    output: threadSchema,
    errors: ['NotFound', 'TooManyAttempts'],
  },
  'rename-chat-thread': {
    method: 'PATCH',
    path: '/api/chatbot-thread/{id}',
    access: 'visitor',
    tag: 'Assistant',
    summary: 'Gives a conversation another title.',
    params: thread,
    body: onlyMembers({ title }),
    output: threadSchema,
    errors: ['NotFound', 'TooManyAttempts'],
  },
  'delete-chat-thread': {
    method: 'DELETE',
    path: '/api/chatbot-thread/{id}',
    access: 'visitor',
    tag: 'Assistant',
    summary: 'Deletes a conversation with everything in it.',
    params: thread,
    output: z.object({}),
    errors: ['NotFound', 'TooManyAttempts'],
  },
  'export-chat-thread': {
    method: 'GET',
    path: '/api/chatbot-thread/{id}/export',
    access: 'visitor',
    tag: 'Assistant',
    summary: 'A conversation as a document, with the quotes and where they stand.',
    params: thread,
    output: z.string(),
    mediaType: 'text/markdown',
    errors: ['NotFound', 'TooManyAttempts'],
  },
  'list-chat-messages': {
    method: 'GET',
    path: '/api/chatbot-thread/{id}/messages',
    access: 'visitor',
    tag: 'Assistant',
    summary: 'The questions and answers of a conversation, the earliest first, in pages.',
    params: thread,
    query: z.object({ cursor: pageQuery.cursor }),
    output: page(messageSchema),
    errors: ['NotFound', 'TooManyAttempts'],
  },
  'create-chat-message': {
    method: 'POST',
    path: '/api/chatbot-thread/{id}/messages',
    access: 'visitor',
    tag: 'Assistant',
    summary: 'Adds a question to a conversation.',
    params: thread,
    body: z.object({
      content: z.string().trim().min(1).max(limits.chatMessageMaxLength),
      filters: chatFiltersSchema
        .optional()
        .meta({ description: 'Filters for the searches that answer this question' }),
      instead_of: z.string().min(1).max(limits.ucidMaxLength).optional().meta({
        description:
          'Id of an earlier question that this one replaces. What followed it is deleted with it',
      }),
    }),
    output: messageSchema,
    errors: ['NotFound', 'RunActive', 'ConversationFull', 'TooManyAttempts'],
  },
  'create-chat-run': {
    method: 'POST',
    path: '/api/chatbot-thread/{id}/runs',
    access: 'visitor',
    tag: 'Assistant',
    summary: 'Has the assistant answer, or go on after a run that failed.',
    params: thread,
    output: runSchema,
    errors: ['NotFound', 'RunActive', 'NothingToAnswer', 'ConversationFull', 'TooManyAttempts'],
  },
  'get-chat-run': {
    method: 'GET',
    path: '/api/chatbot-thread/{id}/runs/{runId}',
    access: 'visitor',
    tag: 'Assistant',
    summary: 'How far a run is. Ask every 3 seconds.',
    params: run,
    output: runSchema,
    errors: ['NotFound', 'TooManyAttempts'],
  },
  'cancel-chat-run': {
    method: 'POST',
    path: '/api/chatbot-thread/{id}/runs/{runId}/cancel',
    access: 'visitor',
    tag: 'Assistant',
    summary: 'Stops a run. One that has ended stays as it is.',
    params: run,
    output: runSchema,
    errors: ['NotFound', 'TooManyAttempts'],
  },
  'submit-tool-outputs': {
    method: 'POST',
    path: '/api/submit-tool-outputs',
    access: 'visitor',
    tag: 'Assistant',
    summary: 'Answers the calls of tools that a run waits for: all of them at once.',
    body: z.object({
      thread_id: id,
      run_id: id,
      tool_outputs: z
        .array(
          z.object({
            tool_call_id: id,
            output: z.string().max(limits.toolOutputMaxLength),
          }),
        )
        .min(1)
        .max(limits.toolCallsPerRun),
    }),
    output: runSchema,
    errors: ['NotFound', 'RunNotWaiting', 'TooManyAttempts'],
  },
  'create-feedback': {
    method: 'POST',
    path: '/api/feedback',
    access: 'visitor',
    tag: 'Assistant',
    summary: 'Says whether the assistant helped.',
    body: z
      .object({
        intent: z.boolean().meta({ description: 'Whether it helped' }),
        userFeedback: z.string().trim().max(limits.feedbackMaxLength),
        thread_id: id.optional(),
        run_id: id.optional().meta({ description: 'The run that it is about, with its thread' }),
      })
      .meta({ dependentRequired: { thread_id: ['run_id'], run_id: ['thread_id'] } }),
    output: z.object({}),
    errors: ['NotFound', 'TooManyAttempts'],
  },
  'warm-chat': {
    method: 'POST',
    path: '/api/warm-chat',
    access: 'public',
    tag: 'Assistant',
    summary: 'Prepares the assistant for a question. Answers at once.',
    output: z.object({}),
  },
} as const satisfies Record<string, Endpoint>;
