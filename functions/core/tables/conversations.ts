import * as z from 'zod';
import { searchFilters } from '#shared/assistant-tools.ts';
import {
  chatFiltersSchema,
  citationSchema,
  runFailureCodes,
  runStatuses,
} from '#shared/contract/chat.ts';
import { defineTable } from './define-table.ts';

/** Epoch seconds. */
const expires_at = z.number();

const toolCall = z.object({ call_id: z.string(), name: z.string(), arguments: z.string() });

export const conversations = defineTable('Conversations', {
  about: 'Conversations with the assistant. They expire a while after they were last used.',
  expiry: 'expires_at',
  placeholders: {
    user_id: '`item_id` of the user',
    position: 'the time, the id of the message or run, and for what a run writes its step',
    day: 'YYYY-MM-DD',
    version: 'key of the manifest of an index',
  },
  entities: {
    thread: {
      about: 'A conversation.',
      pk: 'THREAD#{thread_id}',
      sk: 'THREAD',
      record: z.object({
        thread_id: z.string(),
        title: z.string(),
        created_at: z.string(),
        updated_at: z.string(),
        /** Its owner; absent if it began without a sign-in. */
        user_id: z.string().optional(),
        /** SHA-256 of its token, if it has no owner. */
        token_hash: z.string().optional(),
        /** The active run. There is one at a time. */
        active_run: z.string().optional(),
        last_run: z.string().optional(),
        /** Bytes of what was said, as JSON, and of all its items. Absent in older threads. */
        text_bytes: z.number().optional(),
        bytes: z.number().optional(),
        expires_at,
      }),
    },
    item: {
      about:
        'What the model is told of a conversation, piece by piece: messages, its calls of tools, and their outputs.',
      pk: 'THREAD#{thread_id}',
      sk: 'ITEM#{position}',
      record: z.object({
        item_id: z.string(),
        position: z.string(),
        created_at: z.string(),
        /** Absent in questions. */
        run_id: z.string().optional(),
        content: z.discriminatedUnion('type', [
          z.object({
            type: z.literal('question'),
            text: z.string(),
            filters: chatFiltersSchema,
          }),
          z.object({
            type: z.literal('answer'),
            text: z.string(),
            citations: z.array(citationSchema),
          }),
          toolCall.extend({ type: z.literal('function_call') }),
          z.object({
            type: z.literal('function_call_output'),
            call_id: z.string(),
            output: z.string(),
          }),
          /** A part of an answer that was cut off. The answer has it, too. */
          z.object({ type: z.literal('answer_piece'), text: z.string() }),
          /** What a model thought before its calls, encrypted by its provider. */
          z.object({
            type: z.literal('reasoning'),
            model: z.string(),
            id: z.string(),
            encrypted: z.string(),
          }),
        ]),
        expires_at,
      }),
    },
    run: {
      about: 'The making of one answer.',
      pk: 'THREAD#{thread_id}',
      sk: 'RUN#{run_id}',
      record: z.object({
        run_id: z.string(),
        thread_id: z.string(),
        status: z.enum(runStatuses),
        created_at: z.string(),
        /** Who asked, until the run is over; absent when nobody was signed in. */
        user_id: z.string().optional(),
        org_id: z.string().optional(),
        filters: chatFiltersSchema,
        /** Filters of its first search that the assistant has understood. */
        searched: searchFilters.optional(),
        /** The answer so far. */
        text: z.string(),
        /**
         * Number of items that it has written. Writes are conditional on it, so that only one of two
         * writers succeeds.
         */
        steps: z.number(),
        /** Number of workers that claimed it. Only the newest one may write. */
        claims: z.number(),
        /** The same since its last step. */
        tries: z.number(),
        /** ISO 8601. Another worker may take it up afterwards. */
        leased_until: z.string().optional(),
        /** Calls that wait for outputs. */
        pending: z.array(toolCall),
        /** ISO 8601. Afterwards the server answers them itself. */
        answer_until: z.string().optional(),
        tool_calls: z.number(),
        input_tokens: z.number(),
        output_tokens: z.number(),
        failure: z.enum(runFailureCodes).optional(),
        /** Number of quotes of the answer by the result of their check. */
        quotes: z
          .object({ verified: z.number(), repaired: z.number(), unverified: z.number() })
          .optional(),
        /** Number of its statements with quotes that a model has judged, and of those that their quotes support. */
        support: z.object({ statements: z.number(), supported: z.number() }).optional(),
        expires_at,
      }),
    },
    share: {
      about: 'The link that shows a conversation to anybody who has it.',
      pk: 'THREAD#{thread_id}',
      sk: 'SHARE',
      record: z.object({
        thread_id: z.string(),
        /** SHA-256 of its token. */
        token_hash: z.string(),
        /** What was said later is not shown. */
        shared_at: z.string(),
        ends_at: z.string(),
        expires_at,
      }),
    },
    assistantDay: {
      about:
        'How the assistant did on a day, for everybody together. It says nothing of who asked what.',
      pk: 'ASSISTANT_DAYS',
      sk: '{day}',
      record: z.object({
        day: z.string(),
        /** Questions that were answered, and that were not because of a failure. */
        answers: z.number().optional(),
        failures: z.number().optional(),
        quotes: z.number().optional(),
        verified_quotes: z.number().optional(),
        /** Statements with quotes that a model has judged, and those that their quotes support. */
        statements: z.number().optional(),
        supported_statements: z.number().optional(),
        /** Opinions about answers: it helped, or it did not. */
        helped: z.number().optional(),
        not_helped: z.number().optional(),
        expires_at,
      }),
    },
    corpus: {
      about: 'What a version of the catalogue of patents holds, for the instructions of the model.',
      pk: 'CORPUS',
      sk: '{version}',
      record: z.object({
        /** Key of the manifest of the index. */
        version: z.string(),
        rows: z.number(),
        first: z.string().optional(),
        last: z.string().optional(),
        offices: z.array(z.string()),
        expires_at,
      }),
    },
    runFeedback: {
      about: 'What somebody thinks of an answer.',
      pk: 'THREAD#{thread_id}',
      sk: 'FEEDBACK#{run_id}',
      record: z.object({
        intent: z.boolean(),
        text: z.string(),
        created_at: z.string(),
        expires_at,
      }),
    },
    feedback: {
      about: 'What somebody thinks of the assistant. It does not say who.',
      pk: 'FEEDBACK#{day}',
      sk: '{feedback_id}',
      record: z.object({
        intent: z.boolean(),
        text: z.string(),
        created_at: z.string(),
        expires_at,
      }),
    },
  },
  queries: {
    items: {
      about: 'What was said in a conversation, in order.',
      finds: ['item'],
      partition: 'THREAD#{thread_id}',
      sort: 'ITEM#{position}',
    },
    threadsOf: {
      about: 'Conversations of a user by when they were last used.',
      finds: ['thread'],
      index: 'GSI1',
      partition: 'THREADS#{user_id}',
      sort: '{updated_at}#{thread_id}',
    },
    assistantDays: {
      about: 'How the assistant did, by day.',
      finds: ['assistantDay'],
      partition: 'ASSISTANT_DAYS',
      sort: '{day}',
    },
    ofThread: {
      about: 'Everything in a conversation.',
      finds: ['thread', 'share', 'item', 'run', 'runFeedback'],
      partition: 'THREAD#{thread_id}',
      sort: '{kind_of_record}',
    },
  },
});
