import * as z from 'zod';
import { limits } from '#shared/limits.ts';
import { citingDocumentSchema, patentDocumentSchema, ucidSchema } from '#shared/patent-document.ts';
import { storedImagePattern } from '#shared/patent-document-key.ts';
import type { Endpoint } from './endpoint.ts';
import { publicationNumber } from './fields.ts';

const suggestedPatentSchema = z
  .object({
    ucid: z.string(),
    why: z.enum(['kind-code', 'application', 'office', 'family']).meta({
      description:
        'kind-code: the same number with another kind code. application: a publication of the application with that number. office: the same number at another office. family: a publication of the same invention as one with that number',
    }),
  })
  .meta({ id: 'SuggestedPatent' });
export type SuggestedPatent = z.output<typeof suggestedPatentSchema>;

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
    errors: ['UcidInvalid', 'PatentNotFound', 'PatentsNotLoaded', 'TooManyAttempts'],
  },
  'get-patent-image': {
    method: 'GET',
    path: '/api/get-patent-image',
    access: 'public',
    tag: 'Patents',
    summary: 'A drawing, formula or structure of a patent: an image that its document names.',
    query: z.object({
      ucid: ucidSchema,
      name: z.string().regex(storedImagePattern).meta({ description: 'As `stored` says' }),
    }),
    output: z.string().meta({ description: 'The bytes' }),
    mediaType: 'image/png',
    cacheSeconds: 24 * 60 * 60,
    errors: ['NotFound', 'PatentsNotLoaded', 'TooManyAttempts'],
  },
  'list-citing-patents': {
    method: 'GET',
    path: '/api/list-citing-patents',
    access: 'public',
    tag: 'Patents',
    summary: 'Publications of the catalogue that cite a patent, the latest first.',
    query: z.object({ ucid: publicationNumber }),
    output: z.object({
      items: z
        .array(citingDocumentSchema)
        .meta({ description: `The latest ${limits.citingPatents}` }),
      total: z.int(),
    }),
    errors: ['PatentsNotLoaded', 'TooManyAttempts'],
  },
  'suggest-patents': {
    method: 'GET',
    path: '/api/suggest-patents',
    access: 'public',
    tag: 'Patents',
    summary:
      'What a publication number may mean that the catalogue does not have as it is written.',
    query: z.object({ number: publicationNumber }),
    output: z.object({ items: z.array(suggestedPatentSchema) }),
    errors: ['UcidInvalid', 'PatentNotFound', 'PatentsNotLoaded', 'TooManyAttempts'],
  },
} as const satisfies Record<string, Endpoint>;
