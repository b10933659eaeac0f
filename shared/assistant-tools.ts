import * as z from 'zod';
import { limits } from './limits.ts';

/**
 * The function tools of the assistant, with their arguments and outputs. They only read. The browser answers the three of
 * `pageTools`, or the worker if there is no browser; the worker answers all others.
 */

const ucid = z.string().min(1).max(limits.ucidMaxLength);
const day = z.iso.date();
const score = z.number().min(0).max(1);

/** A part of a patent document. Claims and paragraphs have numbers, title and abstract have none. */
export const documentPart = z.enum(['title', 'abstract', 'claim', 'paragraph']);

/** Text of a document that an answer may quote. `number` is null in title and abstract. */
const passage = z.object({
  part: documentPart,
  number: z.number().int().nullable(),
  text: z.string(),
});

/** Alternatives are separated by `|`, as in the cells of a dataset. */
const alternatives = z.string().max(1000).nullable();
/** A filter that calls before 2026-12 do not have. */
const further = alternatives.default(null);

/** Filters by the model. They narrow the search further than the filters that the person has set. */
export const searchFilters = z.strictObject({
  priority_after: day.nullable().describe('Priority date later than this day, YYYY-MM-DD'),
  priority_before: day.nullable().describe('Priority date earlier than this day, YYYY-MM-DD'),
  published_after: day.nullable().describe('Published later than this day, YYYY-MM-DD'),
  published_before: day.nullable().describe('Published earlier than this day, YYYY-MM-DD'),
  cpc: alternatives.describe('CPC symbol with all below it, such as B64C39'),
  kind_code: alternatives.describe('Kind code, such as B2, or its letter'),
  assignee: alternatives.describe('Name of an assignee, or a part of it'),
  office: further.describe('Office of the publication, such as EP'),
  inventor: further.describe('Name of an inventor, or a part of it'),
  not_cpc: further.describe('CPC symbol that documents must not have, nor one below it'),
  not_kind_code: further.describe('Kind code that is not wanted'),
  not_assignee: further.describe('Name of an assignee whose documents are not wanted'),
  not_office: further.describe('Office that is not wanted'),
  not_documents: further.describe('Publication numbers of documents that are not wanted'),
  with_words: further.describe('Word or phrase that documents must have. All of them, if several'),
  without_words: further.describe('Word or phrase that documents must not have. None, if several'),
});
export type SearchFilters = z.infer<typeof searchFilters>;

/** No filters by the model. */
export const noSearchFilters: SearchFilters = {
  priority_after: null,
  priority_before: null,
  published_after: null,
  published_before: null,
  cpc: null,
  kind_code: null,
  assignee: null,
  office: null,
  inventor: null,
  not_cpc: null,
  not_kind_code: null,
  not_assignee: null,
  not_office: null,
  not_documents: null,
  with_words: null,
  without_words: null,
};

/** The alternatives of a filter. */
export const alternativesOf = (filter: string | null): string[] =>
  (filter ?? '').split('|').flatMap((one) => one.trim() || []);

const searchArguments = z.strictObject({
  query: z
    .string()
    .min(1)
    .max(limits.chatMessageMaxLength)
    .nullable()
    .describe('What to search for. Null: the filters alone decide, the latest come first'),
  filters: searchFilters,
  limit: z.int().min(1).max(limits.toolMaxDocuments).describe('How many patents'),
});

const foundDocument = z.object({
  ucid,
  title: z.string(),
  abstract: z.string(),
  conceptScore: score,
  priority_date: z.string().nullable(),
  publication_date: z.string().nullable(),
  kind_code: z.string().nullable(),
  assignees: z.array(z.string()),
  cpc: z.array(z.string()),
  passages: z.array(passage),
  has_text: z.boolean().default(true).meta({
    description:
      'False if only the entry in the catalogue is here: then nothing of it can be quoted',
  }),
});

const searchOutput = z.object({
  found: z
    .number()
    .int()
    .meta({ description: 'Patents that match, of which `documents` are the best' }),
  documents: z.array(foundDocument),
  applied: z.array(z.string()).meta({ description: 'Each filter in force, in words' }),
  left_out: z.number().int().optional().meta({
    description: 'Of the nearest ones, how many were left out by their words',
  }),
  unread: z.number().int().optional().meta({
    description:
      'Hits that could not be read for the words, because their texts are not stored here',
  }),
});

const textArguments = z.strictObject({ ucid });

const rerankArguments = z.strictObject({
  ucid: ucid.nullable().describe('Patent of which a claim is compared'),
  claim: z
    .int()
    .positive()
    .nullable()
    .default(null)
    .describe('Number of that claim. Null: its first independent one'),
  claim_text: z
    .string()
    .max(limits.claimMaxLength)
    .nullable()
    .describe('Claim to compare, where there is no ucid'),
  candidates: z
    .array(ucid)
    .max(limits.toolMaxDocuments)
    .describe('Patents to compare the claim with'),
});

const matchGrade = z.enum(['strong', 'weak', 'none']);
const claimElement = z.object({ label: z.string(), text: z.string() });

const rerankOutput = z.object({
  elements: z.array(claimElement),
  documents: z.array(
    z.object({
      ucid,
      title: z.string(),
      score,
      elements: z.array(
        z.object({
          label: z.string(),
          score,
          grade: matchGrade.default('none').meta({
            description: 'What a report would call this match, by the same rules',
          }),
          passage: passage
            .extend({ start: z.number().int(), end: z.number().int() })
            .nullable()
            .meta({
              description:
                'The passage that comes nearest, with its offsets in the part: its score tells how much of the element it has; null if no word of it occurs',
            }),
        }),
      ),
      passages: z
        .array(passage.extend({ start: z.number().int(), end: z.number().int(), score }))
        .default([])
        .meta({ description: 'Passages that are nearest to the claim as a whole, best first' }),
    }),
  ),
});

const partArguments = z.strictObject({
  ucid,
  part: z.enum(['claims', 'description']),
  from: z.int().positive().nullable().describe('First number that is wanted. Null: from the first'),
  to: z.int().positive().nullable().describe('Last number that is wanted. Null: to the last'),
  words: z
    .string()
    .max(1000)
    .nullable()
    .describe('Only claims or paragraphs that have at least one of these words'),
});

const recordArguments = z.strictObject({ ucid });

const citationArguments = z.strictObject({
  ucid,
  direction: z
    .enum(['cites', 'cited_by'])
    .describe('What the patent cites, or which publications here cite it'),
});

const literatureArguments = z.strictObject({
  query: z.string().min(1).max(limits.chatMessageMaxLength).describe('What to search for'),
  published_before: day.nullable().describe('Published earlier than this day, YYYY-MM-DD'),
});

const text = z.string().nullable();

/** Publications that a patent cites, or that cite it. */
const citationsOutput = z.object({
  ucid,
  direction: citationArguments.shape.direction,
  total: z.number().int(),
  publications: z.array(
    z.object({ number: z.string(), date: text, title: text, by: text, category: text }),
  ),
  literature: z.array(z.string()),
});
export type CitationsOutput = z.infer<typeof citationsOutput>;

/** The tools by their names on the wire. The arguments of a call arrive as JSON of these shapes. */
export const assistantTools = {
  antecede_API: {
    description:
      'Searches patents by meaning. The filters that the person has set apply in addition to those given here.',
    arguments: searchArguments,
  },
  get_full_patent_text: {
    description: 'Reads one patent: abstract, claims and description.',
    arguments: textArguments,
  },
  rerank_patents_for_invalidation: {
    description:
      'Splits a claim into its elements and finds the best passage for each element in each candidate. Give either ucid, with the number of a claim, or claim_text.',
    arguments: rerankArguments,
  },
  read_patent_part: {
    description:
      'Reads claims or paragraphs of one patent, by number or by words, with the headings of its description.',
    arguments: partArguments,
  },
  get_patent_record: {
    description:
      'What the record of one patent says: dates, owners, inventors, classes, priorities, family, events and status, with their sources.',
    arguments: recordArguments,
  },
  get_citations: {
    description:
      'Lists what one patent cites, patents and literature, or which publications of the catalogue cite it.',
    arguments: citationArguments,
  },
  search_literature: {
    description: 'Searches scientific papers and encyclopedia articles by meaning.',
    arguments: literatureArguments,
  },
} as const;

/** Tools that a page answers. */
export const pageTools = [
  'antecede_API',
  'get_full_patent_text',
  'rerank_patents_for_invalidation',
] as const satisfies (keyof typeof assistantTools)[];
export type PageTool = (typeof pageTools)[number];
export const isPageTool = (name: string): name is PageTool =>
  pageTools.some((tool) => tool === name);

export type ToolName = keyof typeof assistantTools;
export const toolNames = Object.keys(assistantTools) as ToolName[];

/** The outputs of the tools, as JSON. `get_full_patent_text` answers with a `PatentDocument`. */
export const toolOutputs = {
  antecede_API: searchOutput,
  rerank_patents_for_invalidation: rerankOutput,
  get_citations: citationsOutput,
};
export type SearchArguments = z.infer<typeof searchArguments>;
export type SearchOutput = z.infer<typeof searchOutput>;
export type RerankArguments = z.input<typeof rerankArguments>;
export type PartArguments = z.infer<typeof partArguments>;
export type CitationArguments = z.infer<typeof citationArguments>;
export type LiteratureArguments = z.infer<typeof literatureArguments>;
export type RerankOutput = z.infer<typeof rerankOutput>;

/** A tool in the form of the Responses API. Strict: the model's arguments follow the schema. */
export interface FunctionTool {
  type: 'function';
  name: ToolName;
  description: string;
  strict: true;
  parameters: Record<string, unknown>;
}

/** The tools in the form of the Responses API. */
export function functionTools(): FunctionTool[] {
  return toolNames.map((name) => ({
    type: 'function',
    name,
    description: assistantTools[name].description,
    strict: true,
    parameters: parametersOf(assistantTools[name].arguments),
  }));
}

/** JSON Schema without members that cost tokens or that strict tools do not support. */
function parametersOf(schema: z.ZodType): Record<string, unknown> {
  const { $schema: _, ...parameters } = z.toJSONSchema(schema, {
    override: ({ jsonSchema }) => {
      delete jsonSchema.default;
      delete jsonSchema.pattern;
      delete jsonSchema.minLength;
      delete jsonSchema.maxLength;
    },
  });
  return parameters;
}
