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

const citationNode = z
  .object({
    number: z
      .string()
      .max(60)
      .meta({ description: 'As exact as it is known, with or without kind code' }),
    ucid: z.string().max(60).optional().meta({ description: 'If the catalogue has it' }),
    title: z.string().optional(),
    date: z.string().max(10).optional().meta({
      description: 'Its publication, as exact as the source: `2001-03`',
    }),
    owner: z.string().optional(),
    step: z.int().min(-2).max(2).meta({
      description:
        '0 is the patent. -1: it cites this; -2: what it cites, cites this. 1: this cites it; 2: this cites what cites it',
    }),
  })
  .meta({ id: 'CitationNode' });
export type CitationNode = z.output<typeof citationNode>;

const citationGraph = z.object({
  nodes: z.array(citationNode).meta({
    description: `The patent, and at most ${limits.citationsOfStep} publications of each step: those with most links to the step before, then the latest`,
  }),
  edges: z.array(z.object({ citing: z.int(), cited: z.int() })).meta({
    description: 'Citations between the nodes, which are named by their places',
  }),
  left_out: z.array(z.object({ step: z.int(), count: z.int() })).meta({
    description: 'How many publications of a step are not among the nodes',
  }),
});
export type CitationGraph = z.output<typeof citationGraph>;

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
  'get-citation-graph': {
    method: 'GET',
    path: '/api/get-citation-graph',
    access: 'public',
    tag: 'Patents',
    summary: 'What a patent cites and what cites it, two steps each way.',
    query: z.object({ ucid: publicationNumber }),
    output: citationGraph,
    errors: ['UcidInvalid', 'PatentNotFound', 'PatentsNotLoaded', 'TooManyAttempts'],
  },
  'suggest-patents': {
    method: 'GET',
    path: '/api/suggest-patents',
    access: 'public',
    tag: 'Patents',
    summary:
      'What a publication number may mean that the catalogue does not have as it is written, and the publications of an application: `US 99/150,666`, `PCT/FI2014/990482`.',
    query: z.object({ number: publicationNumber }),
    output: z.object({ items: z.array(suggestedPatentSchema) }),
    errors: ['UcidInvalid', 'PatentNotFound', 'PatentsNotLoaded', 'TooManyAttempts'],
  },
} as const satisfies Record<string, Endpoint>;
