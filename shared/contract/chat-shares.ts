import * as z from 'zod';
import { chatShareDays } from '#shared/chat-share-days.ts';
import { messageSchema } from './chat.ts';
import type { Endpoint } from './endpoint.ts';
import { id, page, pageQuery, timestamp } from './fields.ts';
import { onlyMembers } from './only-members.ts';

const thread = z.object({ id });

/** Links that show a conversation to anybody who has them, until they end. */
export const chatShares = {
  'share-chat-thread': {
    method: 'POST',
    path: '/api/chatbot-thread/{id}/share',
    access: 'visitor',
    tag: 'Assistant',
    summary:
      'Makes a link that shows what a conversation says up to now. It replaces the one that was made before.',
    params: thread,
    body: onlyMembers({ days: z.literal(chatShareDays) }),
    output: z.object({ url: z.string(), ends_at: timestamp }),
    errors: ['NotFound', 'TooManyAttempts'],
  },
  'unshare-chat-thread': {
    method: 'DELETE',
    path: '/api/chatbot-thread/{id}/share',
    access: 'visitor',
    tag: 'Assistant',
    summary: 'Takes the link to a conversation back.',
    params: thread,
    output: z.object({}),
    errors: ['NotFound', 'TooManyAttempts'],
  },
  'open-shared-chat': {
    method: 'POST',
    path: '/api/shared-chat',
    access: 'visitor',
    tag: 'Assistant',
    summary:
      'The conversation that a shared link shows, in pages. The token travels in the body, not in addresses.',
    body: onlyMembers({ token: z.string().min(1).max(200), cursor: pageQuery.cursor }),
    output: page(messageSchema).extend({ title: z.string(), ends_at: timestamp }),
    errors: ['ShareNotFound', 'InvalidRequest', 'TooManyAttempts'],
  },
} as const satisfies Record<string, Endpoint>;
