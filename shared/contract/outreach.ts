import * as z from 'zod';
import { limits } from '#shared/limits.ts';
import type { Endpoint } from './endpoint.ts';
import { email, fullName } from './fields.ts';

/** From the link of a mail. */
const token = z.string().regex(/^[\w-]{20,100}(\.[\w-]{20,100})?$/);

/** What strangers ask for on the public pages: the newsletter, and to be shown the product. */
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
    errors: ['AlreadySubscribed', 'TooManyAttempts'],
  },
  'confirm-newsletter': {
    method: 'POST',
    path: '/api/newsletter/confirm',
    access: 'public',
    tag: 'Website',
    summary: 'Confirms a subscription by the token of the mail. Can be repeated.',
    body: z.object({ token }),
    output: z.object({}),
    errors: ['LinkExpired'],
  },
  'leave-newsletter': {
    method: 'POST',
    path: '/api/newsletter/leave',
    access: 'public',
    tag: 'Website',
    summary: 'Ends a subscription by the token that stands in each newsletter. Can be repeated.',
    body: z.object({ token }),
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
} as const satisfies Record<string, Endpoint>;
