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

/**
 * What stands at a range of a part's text. Texts are plain, so that search, quotes and offsets work over the same characters; marks
 * say how a page shows them.
 */
export const markKinds = [
  /** Lowered or raised text in brackets: `_(2i+2)`, `^(n−1)`. What Unicode can write needs no mark: `H₂O`, `10⁻³`. */
  'sub',
  'sup',
  /** Rows on lines of their own, cells separated by tabs. */
  'table',
  /** A marker such as `[formula 3]`: `ref` is the id of an object of the document. */
  'formula',
  'chemistry',
  'image',
  'sequence',
  /** A mention of a drawing: `ref` is its label, `2A`. */
  'figure',
  /** A mention of a claim: `ref` is its number. */
  'claim',
] as const;

const mark = z.object({
  start: z.number().int().nonnegative(),
  end: z.number().int().nonnegative(),
  kind: z.enum(markKinds),
  ref: z.string().max(60).optional(),
  head_rows: z.number().int().nonnegative().optional().meta({
    description: 'Of a table: how many of its first rows are headings',
  }),
});

const marks = z.array(mark).optional().meta({
  description: 'Ascending by their start: [start, end) in UTF-16 code units of the text',
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
  levels: z.array(z.number().int().nonnegative()).optional().meta({
    description:
      'How deep each line of the text is nested, from 0; absent if the source does not say',
  }),
  marks,
});

const paragraph = z.object({
  number: z.number().int().positive().meta({
    description: 'Address of the paragraph in this document: ascending, unique. Not for citing',
  }),
  printed: z.number().int().positive().optional().meta({
    description: 'Number that the publication prints: 12 for [0012]. Absent where it prints none',
  }),
  heading: z.string().optional().meta({
    description: 'Heading that stands right before the paragraph, if there is one',
  }),
  text: z.string().min(1),
  marks,
});

/** A formula, a chemical structure or another thing that is not text. */
const documentObject = z.object({
  id: z.string().max(60).meta({ description: 'As in the marker: `formula 3`, `structure 12`' }),
  kind: z.enum(['formula', 'chemistry', 'image', 'sequence']),
  mathml: z
    .string()
    .optional()
    .meta({ description: 'Presentation MathML, of known elements only' }),
  tex: z.string().optional(),
  image: z
    .string()
    .max(200)
    .optional()
    .meta({ description: 'Name of the image file of the source' }),
  stored: z.string().max(200).optional().meta({
    description: 'Name of the converted image beside the document; absent if the delivery had none',
  }),
});

const drawing = z.object({
  figures: z.array(z.string().max(20)).meta({ description: 'Labels of the figures on it: `2A`' }),
  image: z.string().max(200).meta({ description: 'Name of the image file of the source' }),
  stored: z.string().max(200).optional().meta({
    description: 'Name of the converted image beside the document; absent if the delivery had none',
  }),
});

/** Where printed lines of a grant begin, of sources that give lines. A line ends where the next begins. */
const printedLine = z.object({
  part: z.enum(['abstract', 'claim', 'paragraph']),
  number: z.number().int().positive().nullable(),
  start: z.number().int().nonnegative(),
  column: z.number().int().positive(),
  line: z.number().int().positive(),
});

export const citedBy = [
  'examiner',
  'applicant',
  'search-report',
  'opposition',
  'third-party',
  'other',
] as const;

/** How and where a document was cited. */
const citing = {
  by: z
    .enum(citedBy)
    .optional()
    .meta({ description: 'Who cited it; absent if the source does not say' }),
  phase: z
    .string()
    .max(60)
    .optional()
    .meta({ description: 'Procedure of the citation: `ISR`, `SEA`' }),
  category: z.string().max(10).optional().meta({ description: 'Of a search report: X, Y, A, …' }),
  claims: z.string().max(200).optional().meta({ description: 'Claims that it was cited against' }),
  passages: z.string().max(2000).optional().meta({ description: 'Passages that were cited' }),
};

const patentCitation = z.object({
  number: z.string().min(1).max(80).meta({
    description:
      'A UCID where the source gives country, number and kind code, else as it is written',
  }),
  date: z
    .string()
    .regex(/^\d{4}(-\d\d(-\d\d)?)?$/)
    .optional()
    .meta({ description: 'As exact as the source: American grants give months, `2001-03`' }),
  name: z
    .string()
    .max(300)
    .optional()
    .meta({ description: 'Inventor or applicant, as it is cited' }),
  ...citing,
});

const otherCitation = z.object({ text: z.string().min(1).max(4000), ...citing });

export const citingDocumentSchema = z
  .object({
    ucid: z.string().max(60),
    date: day.optional().meta({ description: 'Its publication' }),
    title: z.string().max(300).optional(),
    by: citing.by,
    phase: citing.phase,
    category: citing.category,
  })
  .meta({ id: 'CitingDocument', description: 'A publication that cites another' });

/** A publication that cites another. */
export type CitingDocument = z.output<typeof citingDocumentSchema>;

export const patentTypes = [
  'utility',
  'design',
  'plant',
  'reissue',
  'statutory-registration',
  'utility-model',
] as const;

const familyMember = z.object({
  ucid: z.string().max(60),
  date: day.optional(),
  title: z.string().max(1000).optional(),
});

/** Something that happened to the patent or its application. */
const legalEvent = z.object({
  date: day.optional(),
  code: z.string().max(30).optional(),
  text: z.string().max(2000),
  office: z.string().max(10).optional(),
  source: z.string().max(100).meta({ description: 'Record that says so: `INPADOC legal events`' }),
});

const owner = z.object({
  name: z.string().max(300),
  since: day.optional().meta({ description: 'Day on which the assignment was recorded' }),
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
    abstract_marks: marks,
    claims: z.array(claim).meta({ description: 'In the order of their numbers' }),
    paragraphs: z.array(paragraph).meta({ description: 'Paragraphs of the description' }),
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
    assignees_normalized: z.array(z.string()).optional().meta({
      description: 'The assignees as a database writes them in all documents alike: `SIEMENS AG`',
    }),
    inventors: z.array(z.string()),
    cpc: z.array(z.string()).meta({ description: 'CPC symbols, the first one first: B64C39/024' }),
    citations: z.array(patentCitation).meta({ description: 'Cited patent publications' }),
    literature: z.array(otherCitation).optional().meta({
      description: 'Cited publications that are not patents',
    }),
    priority_claims: z.array(priorityClaim).meta({
      description: 'The applications whose dates are claimed, the earliest first',
    }),
    related: z.array(priorityClaim).optional().meta({
      description:
        'Other applications of the same owner that the document names without claiming their date',
    }),
    type: z.enum(patentTypes).optional(),
    translated_claims: z
      .record(z.string(), z.array(claim.pick({ number: true, text: true })))
      .optional()
      .meta({ description: 'Claims in further languages, as European patents have them' }),
    language: z.string().max(10).optional().meta({
      description: 'Of claims and description, by ISO 639-1: `en`, `de`',
    }),
    titles: z.record(z.string(), z.string()).optional().meta({
      description: 'Title in further languages',
    }),
    abstracts: z.record(z.string(), z.string()).optional().meta({
      description: 'Abstract in further languages',
    }),
    ipc: z.array(z.string()).optional(),
    uspc: z.array(z.string()).optional(),
    locarno: z.array(z.string()).optional(),
    international_filing_date: day.optional().meta({
      description: 'Of an international application (PCT) that entered the national stage',
    }),
    international_publication: z.string().max(60).optional(),
    international_language: z.string().max(10).optional().meta({
      description: 'Language in which the international application was published',
    }),
    national_stage_date: day.optional().meta({
      description: 'Day on which the requirements of 35 U.S.C. 371 were met',
    }),
    term_adjustment_days: z.number().int().optional(),
    terminal_disclaimer: z.boolean().optional(),
    owners: z.array(owner).optional().meta({
      description: 'Owners by the last recorded assignments; absent if no record was loaded',
    }),
    family: z.array(familyMember).optional().meta({
      description: 'Other publications of the same invention',
    }),
    family_basis: z.string().max(100).optional().meta({
      description: 'How the family is told: `DOCDB simple family`, `shared priorities`',
    }),
    events: z.array(legalEvent).optional().meta({ description: 'The latest last' }),
    status: z
      .object({
        text: z.string().max(300),
        as_of: day.optional(),
        source: z.string().max(100),
      })
      .optional()
      .meta({ description: 'What the last record says of the right, never more than that' }),
    withdrawn: z.boolean().optional(),
    corrects: z.string().max(60).optional().meta({
      description: 'Publication that this one corrects or republishes',
    }),
    replaced_by: z.string().max(60).optional().meta({
      description: 'Publication that prints this one anew, and is found in its place',
    }),
    objects: z.array(documentObject).optional(),
    sequences: z.number().int().positive().optional().meta({
      description: 'How many nucleotide and amino-acid sequences its listing has',
    }),
    drawings: z.array(drawing).optional().meta({ description: 'Sheets, in their order' }),
    printed_lines: z.array(printedLine).optional(),
    sources: z
      .array(
        z.object({
          name: z.string().max(100),
          file: z.string().max(300).optional(),
          parts: z.array(z.string().max(40)),
          scope: z.enum(['application', 'number']).optional().meta({
            description:
              'Of a record that is about all publications of the application, or of the number',
          }),
        }),
      )
      .optional()
      .meta({
        description: 'Deliveries that the document was put together from, with the parts of each',
      }),
    truncated: z.literal(true).optional().meta({
      description: 'Set if the end of the document was left out because of its length',
    }),
  })
  .meta({ id: 'PatentDocument', description: 'A published patent or patent application in full' });

/** A published patent or patent application in full. */
export type PatentDocument = z.output<typeof patentDocumentSchema>;

/** The lists of a document of which no more is known. */
export const emptyLists = {
  claims: [],
  paragraphs: [],
  assignees: [],
  inventors: [],
  cpc: [],
  citations: [],
  priority_claims: [],
} satisfies Partial<PatentDocument>;

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

export type PatentMark = z.output<typeof mark>;
export type PatentCitation = z.output<typeof patentCitation>;
export type PatentObject = z.output<typeof documentObject>;
