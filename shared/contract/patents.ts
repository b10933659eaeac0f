import * as z from 'zod';
import { patentDocumentSchema } from '#shared/patent-document.ts';
import type { Endpoint } from './endpoint.ts';

export const patents = {
  'get-patent-text': {
    method: 'POST',
    path: '/api/get-patent-text',
    access: 'public',
    tag: 'Patents',
    summary:
      'A patent in full: title, abstract, claims, numbered paragraphs, dates, family, citations.',
    body: z.object({
      ucid: z.string().min(1).max(60).meta({
        description:
          'Publication number in any usual spelling. Without a kind code, a granted patent is preferred to its application',
      }),
    }),
    output: patentDocumentSchema,
    errors: ['UcidInvalid', 'PatentNotFound', 'PatentsNotLoaded'],
  },
} as const satisfies Record<string, Endpoint>;
