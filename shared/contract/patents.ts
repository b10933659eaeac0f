import * as z from 'zod';
import { patentDocumentSchema } from '#shared/patent-document.ts';
import type { Endpoint } from './endpoint.ts';
import { publicationNumber } from './fields.ts';

export const patents = {
  'get-patent-text': {
    method: 'POST',
    path: '/api/get-patent-text',
    access: 'public',
    tag: 'Patents',
    summary:
      'A patent in full: title, abstract, claims, numbered paragraphs, dates, family, citations.',
    body: z.object({ ucid: publicationNumber }),
    output: patentDocumentSchema,
    errors: ['UcidInvalid', 'PatentNotFound', 'PatentsNotLoaded'],
  },
  'warm-patents': {
    method: 'POST',
    path: '/api/warm-patents',
    access: 'public',
    tag: 'Patents',
    summary: 'Prepares the patents for searches of the assistant. Answers at once.',
    output: z.object({}),
  },
} as const satisfies Record<string, Endpoint>;
