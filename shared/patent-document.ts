import * as z from 'zod';
import { kindCodePattern, ucidPattern } from './ucid.ts';

/**
 * Patents as documents: what the assistant reads, what reports cite, and what a person sees. Everything is
 * as the publisher gives it. A fact that the source lacks is absent, never guessed.
 */

const day = z.iso.date();

export const ucidSchema = z.string().regex(ucidPattern).meta({
  description: 'Publication number: country, number and kind code, as in US-10123456-B2',
});

const claim = z.object({
  number: z.number().int().positive(),
  text: z.string().min(1).meta({
    description:
      'Without its number. The parts that are printed on lines of their own are separated by line breaks',
  }),
  dependsOn: z.array(z.number().int().positive()).meta({
    description: 'Numbers of the claims that it refers to; empty for an independent claim',
  }),
});

const paragraph = z.object({
  number: z.number().int().positive().meta({ description: 'Ascending, unique in the document' }),
  heading: z.string().optional().meta({
    description: 'Heading that stands right before the paragraph, if there is one',
  }),
  text: z.string().min(1),
});

export const priorityRelations = [
  'provisional',
  'continuation',
  'continuation-in-part',
  'division',
  'reissue',
  'national-stage',
  'foreign',
] as const;

const priorityClaim = z.object({
  number: z.string().min(1).max(60).meta({
    description: 'Application number with its country, as the source writes it: US-62123456',
  }),
  date: day.optional().meta({ description: 'Filing date of that application' }),
  relation: z.enum(priorityRelations).optional().meta({
    description: 'How this application relates to that one; absent if the source does not say',
  }),
});

export const patentDocumentSchema = z
  .object({
    ucid: ucidSchema,
    title: z.string().min(1),
    abstract: z.string().meta({ description: 'Empty if there is none, as in design patents' }),
    claims: z.array(claim).meta({ description: 'In the order of their numbers' }),
    paragraphs: z.array(paragraph).meta({ description: 'Paragraphs of the description' }),
    paragraph_numbers: z.enum(['source', 'counted']).meta({
      description:
        'Whether the numbers of the paragraphs are those of the publication, or were counted because the source has none. A citation may give only numbers of the publication',
    }),
    filing_date: day.optional(),
    priority_date: day.optional().meta({ description: 'The earliest date that is claimed' }),
    publication_date: day.optional(),
    grant_date: day.optional().meta({ description: 'Only of granted patents' }),
    application_number: z.string().min(1).max(60).optional(),
    family_id: z.string().min(1).max(60).optional().meta({
      description: 'Publications with the same id protect the same invention (DOCDB simple family)',
    }),
    kind_code: z.string().regex(kindCodePattern).optional().meta({
      description: 'A letter with or without a digit, as in B2; some catalogues have two digits',
    }),
    assignees: z.array(z.string()),
    inventors: z.array(z.string()),
    cpc: z.array(z.string()).meta({ description: 'CPC symbols, the first one first: B64C39/024' }),
    citations: z.array(z.string()).meta({
      description:
        'Cited patent publications. A UCID where the source gives country, number and kind code, else as it is written',
    }),
    priority_claims: z.array(priorityClaim).meta({
      description: 'The applications whose dates are claimed, the earliest first',
    }),
    truncated: z.literal(true).optional().meta({
      description: 'Set if the end of the document was left out because of its length',
    }),
  })
  .meta({ id: 'PatentDocument', description: 'A published patent or patent application in full' });

/** A published patent or patent application in full. */
export type PatentDocument = z.output<typeof patentDocumentSchema>;

export const patentPlaceSchema = z
  .object({
    ucid: ucidSchema,
    part: z.enum(['title', 'abstract', 'claim', 'paragraph']),
    number: z.number().int().positive().nullable().meta({
      description: 'Number of the claim or paragraph; null for the title and the abstract',
    }),
    start: z.number().int().nonnegative(),
    end: z.number().int().nonnegative(),
  })
  .meta({
    id: 'PatentPlace',
    description: "A passage: [start, end) in UTF-16 code units of that part's text",
  });

/** A passage of a patent: `[start, end)` in UTF-16 code units of that part's text. */
export type PatentPlace = z.output<typeof patentPlaceSchema>;
