import * as z from 'zod';
import { limits } from '#shared/limits.ts';
import type { Endpoint } from './endpoint.ts';
import { email, fullName } from './fields.ts';
import { onlyMembers } from './only-members.ts';

/** From the link of a mail. */
const token = z.string().regex(/^[\w-]{20,100}(\.[\w-]{20,100})?$/);

/**
 * Whom strangers reach on the public pages: the newsletter, the sales team, and, where the operator wants it, who counts
 * page views.
 */
export const outreach = {
  'subscribe-newsletter': {
    method: 'POST',
    path: '/api/newsletter',
    access: 'visitor',
    tag: 'Website',
    summary:
      'Asks for the newsletter. A mail asks the owner of the address to confirm; nothing is sent before.',
    body: z.object({
      EMAIL: email,
      group: z.literal('website').optional().meta({ description: 'Where the form stands' }),
    }),
    output: z.object({}),
    errors: ['TooManyAttempts'],
  },
  'confirm-newsletter': {
    method: 'POST',
    path: '/api/newsletter/confirm',
    access: 'public',
    tag: 'Website',
    summary: 'Confirms a subscription by the token of the mail. Can be repeated.',
    body: onlyMembers({ token }),
    output: z.object({}),
    errors: ['LinkExpired'],
  },
  'leave-newsletter': {
    method: 'POST',
    path: '/api/newsletter/leave',
    access: 'public',
    tag: 'Website',
    summary: 'Ends a subscription by the token that stands in each newsletter. Can be repeated.',
    body: onlyMembers({ token }),
    output: z.object({}),
  },
  'request-demo': {
    method: 'POST',
    path: '/api/demo-mail',
    access: 'visitor',
    tag: 'Website',
    summary: 'Asks the sales team for a demonstration.',
    body: z.object({
      full_name: fullName,
      email,
      message: z.string().trim().max(limits.demoMessageMaxLength).default(''),
    }),
    output: z.object({}),
    errors: ['TooManyAttempts'],
  },
  'record-page-view': {
    method: 'POST',
    path: '/api/page-views',
    access: 'public',
    tag: 'Website',
    summary:
      'Notes that somebody opened a page of a kind. Tells neither who, nor which patent or query.',
    body: onlyMembers({
      page: z
        .string()
        .regex(/^\/[a-z-]{0,40}$/)
        .meta({ description: 'First part of the path', examples: ['/prior-art'] }),
    }),
    output: z.object({}),
  },
} as const satisfies Record<string, Endpoint>;
