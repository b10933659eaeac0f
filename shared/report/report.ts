import * as z from 'zod';
import { citedBy, patentPlaceSchema, patentTypes, ucidSchema } from '#shared/patent-document.ts';
import { evidences } from './evidences.ts';

/**
 * A prior-art or invalidation report: what was searched and how, the art with its dates, and where each claim
 * element stands in it. A report describes. Whether a claim is valid is for people to judge. docs/reports.md states
 * the rules behind every field.
 */

const day = z.iso.date();
const score = z.number().min(0).max(1);
const count = z.number().int().nonnegative();
const claimNumber = z.number().int().positive();
const hash = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .meta({ description: 'SHA-256 in hexadecimal of the UTF-8 text' });

export const reportKinds = ['prior-art', 'invalidation'] as const;

/** The law whose novelty rules place the art in time. */
export const reportLaws = ['post-AIA', 'pre-AIA', 'absolute-novelty', 'unknown'] as const;

/**
 * Where a reference stands in time against the patent; `provision` names the rule. `published-before`: published
 * before the patent's date, and before its grace year where the law has one. `grace-year`: published within that
 * year, so that the inventors' own disclosures do not count. `filed-before`: published later, but filed earlier.
 * `unknown`: a date that decides is missing.
 */
export const dateTiers = ['published-before', 'grace-year', 'filed-before', 'unknown'] as const;

/**
 * How much of an element's text the passages of a reference have, by the measured thresholds of the report. A match of
 * words tells where to look. Whether the element is disclosed there, a model or a person judges.
 */
export const grades = ['strong', 'weak', 'none'] as const;

/** What a person says of an element in a reference. */
export const markGrades = ['disclosed', 'partly', 'not found'] as const;

/** What a model says of an element in a reference, having read its passages. */
export const verdicts = ['disclosed', 'partly', 'not', 'unsure'] as const;

/** Of a search report. X: covers a claim alone; Y: covers one together with others; A: background. */
export const categories = ['X', 'Y', 'A'] as const;

const bibliography = {
  ucid: ucidSchema,
  title: z.string(),
  assignees: z.array(z.string()),
  filing_date: day.optional(),
  priority_date: day.optional(),
  publication_date: day.optional(),
  grant_date: day.optional(),
};

const subject = z.object({
  ...bibliography,
  inventors: z.array(z.string()),
  type: z.enum(patentTypes).optional(),
  kind_code: z.string().optional(),
  family_id: z.string().optional(),
  cpc: z.array(z.string()),
  effective_date: day.optional().meta({
    description: 'Day before which art counts; absent if the document has no date to tell it',
  }),
  effective_date_basis: z.string().meta({
    description: 'In plain words, which priority claim or filing gives the effective date',
  }),
  law: z.enum(reportLaws),
  family: z.array(ucidSchema).meta({
    description: 'Other publications of the same invention. They are left out of the art',
  }),
  family_basis: z.string().meta({ description: 'In plain words, how the family was recognised' }),
  hash: hash.meta({ description: 'SHA-256 of the document, see `documentHash`' }),
});

const query = z.object({
  id: z.string().meta({ description: '`q1`, `q2`, … in the order of the search' }),
  source: z.enum([
    'abstract',
    'title',
    'subject',
    'field',
    'claim',
    'element',
    'passage',
    'class',
    'owner',
    'citation',
    'liked',
    'literature',
  ]),
  label: z.string().nullable().meta({
    description:
      'Claim number, element label, paragraph number, class, owner, kind of citation, publication or catalogue that it was made from',
  }),
  text: z.string().meta({ description: 'As it was run' }),
  filters: z.array(z.string()).meta({ description: '`publication_date < 20150601`' }),
  found: count.meta({ description: 'Rows that match' }),
  taken: count.meta({ description: 'The best of them, which were looked at' }),
});

const cellName = z.object({ element: z.string(), ucid: ucidSchema });

/**
 * Why a model did not judge all that it should: the budget of the report is used up, it took too long, the model did not answer, its
 * provider refused, or models judged as many reports as the installation allows for now.
 */
export const judgingStops = ['budget', 'time', 'away', 'refused', 'limit'] as const;

const judging = z.object({
  models: z.array(z.string()).min(1).max(2).meta({
    description: 'The model that judges, and one that judges once more what decides',
  }),
  budget: z
    .union([z.object({ tokens: count }), z.object({ usd: z.number() })])
    .meta({ description: 'Most that the report may use' }),
  used: z.object({
    input_tokens: count,
    output_tokens: count,
    usd: z.number().optional().meta({ description: 'Absent where the operator gave no prices' }),
  }),
  judged: count.meta({ description: 'Cells that were judged' }),
  unjudged: z.array(cellName).meta({
    description: 'Cells of likely references that were not judged',
  }),
  unconfirmed: z.array(cellName).meta({
    description: 'Cells that the second model should have judged once more, and did not',
  }),
  stopped: z.enum(judgingStops).optional().meta({
    description: 'Why cells were not judged; absent if the model only gave no valid answer',
  }),
});

const record = z.object({
  made_at: z.iso.datetime(),
  index: z.object({
    id: z.string(),
    version: z.string().meta({ description: 'Id of the build that was searched' }),
    checksum: z.string().meta({ description: 'CRC-32 in hexadecimal of the index manifest' }),
    rows: count,
    model_seed: z.number().int(),
  }),
  corpora: z.array(
    z.object({
      name: z.string(),
      version: z.string().meta({ description: 'Of the documents that passages are quoted from' }),
      rows: count,
      first_date: day.optional().meta({ description: 'Earliest publication in the corpus' }),
      last_date: day.optional().meta({ description: 'Latest publication in the corpus' }),
    }),
  ),
  queries: z.array(query),
  classes: z.array(
    z.object({
      symbol: z.string().meta({ description: 'CPC group, such as B64C39/02' }),
      why: z.string(),
      hits: count.meta({ description: 'References found in it' }),
    }),
  ),
  seen: z
    .object({
      compared: count.optional().meta({
        description: 'Read in full and compared; absent in reports by rules before 4',
      }),
      tooFar: count.optional().meta({
        description: 'Of these, too far from the patent to be art. None takes their place',
      }),
      read: count.meta({ description: 'Of the others, looked at until there were enough' }),
      withoutText: count.meta({ description: 'Found, but without a text here' }),
      ownFamily: count.meta({ description: 'Looked at, of the patent’s own family' }),
      tooLate: count.meta({ description: 'Looked at, no art by their dates' }),
      unmatched: count.optional().meta({
        description:
          'Near enough, but without a text match with any limitation, and not linked by citations. Absent in reports by rules before 9',
      }),
    })
    .meta({ description: 'Publications that were looked at' }),
  judging: judging.optional().meta({ description: 'Absent where no model is set up' }),
  words: z.record(z.string(), z.number()).optional().meta({
    description:
      'Word stems that tell the patent’s subject and those of its charted claims, each with its rarity among the documents that were compared (by rules 5, in the index). Absent in reports by rules before 5',
  }),
  like_words: z.record(z.string(), z.record(z.string(), z.number())).optional().meta({
    description:
      'Word stems of the references that may stand for words of the patent, by spelling and by the words that they occur near to in the index, each with what it counts. Absent in reports by rules before 8',
  }),
  settings: z.record(z.string(), z.number()).meta({
    description: 'Limits and thresholds that decide what is in the report, and `rulesVersion`',
  }),
});

/** Part of a claim's text: [start, end) in UTF-16 code units. */
const claimPart = z.object({ text: z.string(), start: count, end: count });

/**
 * What the words of an element say about it. `condition`: it holds only if something happens; `range`: a number with
 * its limits; `negative`: something must be absent; `optional`: it need not be there; `step`: of a method;
 * `ordered`: a step whose words say that it comes after another; `known`: stands before `characterised in that` or
 * `the improvement comprising`.
 */
export const elementTraits = [
  'condition',
  'range',
  'negative',
  'optional',
  'step',
  'ordered',
  'known',
] as const;

const element = z.object({
  label: z.string().meta({ description: 'Number of the claim and a letter: `1a`' }),
  role: z.enum(['preamble', 'limitation']),
  text: z.string(),
  start: count,
  end: count,
  meansPlusFunction: z.boolean().meta({
    description: 'Worded as a means for a function (35 U.S.C. 112(f))',
  }),
  within: z.string().optional().meta({
    description: 'Label of the element that it is a part of; absent if it belongs to the claim',
  }),
  alternatives: z.array(claimPart).min(2).optional().meta({
    description: 'Within the element, as in a Markush group: it is met if one of them is',
  }),
  definitions: z.array(claimPart).optional().meta({
    description:
      'What the claim says elsewhere of the variables of its formula: `R1 is hydrogen`, `n is 0 to 3`',
  }),
  traits: z.array(z.enum(elementTraits)).optional(),
});

const claim = z.object({
  number: claimNumber,
  dependsOn: z.array(claimNumber),
  independent: z.boolean(),
  charted: z.boolean().meta({ description: 'Whether its elements have rows in the chart' }),
  transition: claimPart.nullable().meta({
    description: '`comprising`, `characterised in that`; between preamble and body',
  }),
  elements: z.array(element).meta({
    description:
      'In the order of the text. Offsets are [start, end) in UTF-16 code units of the claim’s text',
  }),
});

export const reportQuerySchema = query;

export const reportPassageSchema = patentPlaceSchema
  .omit({ ucid: true })
  .extend({
    quote: z.string().min(1).meta({ description: 'Word for word' }),
    hash: hash.meta({ description: 'SHA-256 of the quote' }),
    where: z.string().meta({
      description:
        'For a citation: `[0012]`, `claim 3`, `abstract`. Has a paragraph number only where the publication has one',
    }),
    met: z
      .array(z.tuple([count, count]))
      .optional()
      .meta({
        description:
          'Where the quote has words of the element, as [start, end) in its UTF-16 code units, ascending. Only in passages that the machine found for an element',
      }),
  })
  .meta({ id: 'ReportPassage' });

const reference = z.object({
  ...bibliography,
  tier: z.enum(dateTiers),
  provision: z.string().meta({
    description: '`35 U.S.C. 102(a)(1)`; empty in the tier `unknown`',
  }),
  tier_reason: z.string().meta({ description: 'In plain words with the dates' }),
  exceptions: z
    .array(z.object({ provision: z.string(), reason: z.string() }))
    .optional()
    .meta({
      description:
        'Rules by which it may not count, because inventors or owners overlap: `35 U.S.C. 102(b)(1)(A)`, with the names. Whether one applies is for people to judge',
    }),
  shared: z.array(z.string()).optional().meta({
    description:
      'Of a patent without a chart: classes and owners that it has in common with it: `class 02-01`',
  }),
  considered: z.enum(citedBy).optional().meta({
    description: 'Who cited it in the procedure of the patent itself; absent if nobody did',
  }),
  family: z.array(ucidSchema).meta({ description: 'Other publications of the same invention' }),
  conceptScore: score.meta({
    description:
      'By which the art is ordered: places in the searches, nearness by all words, classes and citations together. 1 for a document that is the same',
  }),
  category: z.enum(categories).optional().meta({
    description: 'Absent in a prior-art report, which compares no claims',
  }),
  passages: z.array(reportPassageSchema).meta({ description: 'Nearest to the whole patent' }),
  nearness: score.optional().meta({
    description:
      'How near the document is to the patent’s subject, by the rare words that both have, up to four times as much if both are of the same classes; 1 is the patent itself. Scores grow with its square root. By rules before 5: the share of the words of title and abstract that the passages have',
  }),
  hash: hash.meta({ description: 'SHA-256 of the document, see `documentHash`' }),
});

const judgement = z.object({
  verdict: z.enum(verdicts),
  reason: z.string().meta({ description: 'In a sentence' }),
  quotes: z.array(reportPassageSchema).meta({
    description: 'Word for word from the reference: each was found there',
  }),
  unsupported: z.array(z.string()).meta({
    description: 'Words of the element for which the model found no support',
  }),
  dropped: count.meta({
    description:
      'Quotes of the answer that are not in the reference word for word. They are left out',
  }),
  model: z.string().meta({ description: 'Name of the model that answered' }),
  judged_at: z.iso.datetime(),
  earlier: z
    .object({ verdict: z.enum(verdicts), model: z.string() })
    .optional()
    .meta({
      description: 'What another model said before; the later one counts',
    }),
});

const cell = z.object({
  element: z.string().meta({ description: 'Label of the element' }),
  ucid: ucidSchema,
  grade: z.enum(grades).meta({ description: 'Strong, weak or no text match' }),
  score: score.meta({ description: 'Of the best passage' }),
  met: z.array(z.string()).optional().meta({
    description:
      'Words of the element that the best passage has, in the order of the element. Absent in reports of format 1',
  }),
  passages: z.array(reportPassageSchema).meta({
    description:
      'Best first. Where there is no match they only come nearest, and tell where to look first',
  }),
  judgement: judgement.optional().meta({ description: 'Absent where no model was asked' }),
});

const coverage = z.object({
  uncovered: z.array(z.string()).meta({
    description: 'Labels of charted elements that no reference has by any evidence',
  }),
  partly: z.array(z.string()).meta({
    description:
      'Labels of charted elements that some reference has weakly or partly, and none strongly or in full',
  }),
  covering: z
    .array(
      z.object({
        claim: claimNumber,
        ucids: z.array(ucidSchema),
        weakest: z.object({ label: z.string(), score }).meta({
          description: 'The element whose best passage in these references has the lowest score',
        }),
        evidence: z.array(z.enum(evidences)).meta({
          description: 'What says that these references have the limitations',
        }),
      }),
    )
    .meta({
      description:
        'The smallest sets of references that have all limitations of a claim: by people’s marks, else the model’s judgements, else strong text matches. Best first. A claim without one is not there',
    }),
});

const paper = z.object({
  catalog: z.enum(['arxiv', 'wikipedia']),
  id: z.string().meta({ description: 'In its catalogue' }),
  title: z.string(),
  authors: z.string(),
  link: z.string(),
  published: day.optional().meta({ description: 'First version' }),
  text_date: day.optional().meta({ description: 'Version whose text is quoted' }),
  tier: z.enum(dateTiers),
  provision: z.string(),
  tier_reason: z.string(),
  nearness: score.meta({ description: 'To the patent’s subject, as that of references' }),
  passages: z
    .array(z.object({ quote: z.string().min(1), start: count, end: count, hash }))
    .meta({ description: 'Nearest to the whole patent, word for word; offsets in the text' }),
  hash: hash.meta({ description: 'SHA-256 of the text' }),
});

/**
 * What may speak of a reason to combine two documents: one cites the other, one says that its parts may be combined, with words of
 * the other, or both name a problem in like words.
 */
export const combinationKinds = ['cites', 'suggests', 'problem'] as const;

const combination = z.object({
  ucids: z.array(ucidSchema).min(2).meta({
    description: 'A set of `coverage.covering`, in the order of the art',
  }),
  reasons: z
    .array(
      z.object({
        kind: z.enum(combinationKinds),
        between: z.tuple([ucidSchema, ucidSchema]).meta({
          description: 'Of `cites` and `suggests`: the document that does, and the other one',
        }),
        passages: z.array(reportPassageSchema.extend({ ucid: ucidSchema })).meta({
          description:
            'Word for word; empty if only the citations of the document name the other one',
        }),
      }),
    )
    .meta({ description: 'Empty if no passage was found' }),
});

export const reportSchema = z
  .object({
    format: z.literal(2),
    kind: z.enum(reportKinds),
    subject,
    no_chart: z.enum(['design', 'plant']).optional().meta({
      description:
        'Why claims are not charted: what protects an appearance or a plant is not in words. The art is then a list by class and owner',
    }),
    record,
    claims: z.array(claim).meta({ description: 'Independent claims first' }),
    art: z.array(reference).meta({
      description:
        'One for each family: by category (X, Y, A) where there is a chart, then by `conceptScore`, highest first',
    }),
    chart: z.array(cell).meta({
      description:
        'One cell for each charted element and reference; empty in a prior-art report. Elements in the order of the claims, references in that of the art',
    }),
    coverage,
    literature: z.array(paper).optional().meta({
      description:
        'Art that is no patent, of the catalogues of literature with dates, nearest first. It is not compared with the claims. Absent where no such catalogue is searched',
    }),
    combinations: z.array(combination).optional().meta({
      description:
        'For each set of two or more references that has all limitations of a claim: what speaks of a reason to combine them. No conclusion. Absent in reports by rules before 6',
    }),
  })
  .meta({ id: 'Report', description: 'A prior-art or invalidation report' });

/** A prior-art or invalidation report. */
export type Report = z.output<typeof reportSchema>;
export type ReportKind = Report['kind'];
export type ReportSubject = Report['subject'];
export type ReportClaim = Report['claims'][number];
export type ClaimElement = ReportClaim['elements'][number];
export type Reference = Report['art'][number];
export type ChartCell = Report['chart'][number];
export type ReportPassage = z.output<typeof reportPassageSchema>;
export type Grade = ChartCell['grade'];
export type MarkGrade = (typeof markGrades)[number];
export type Judgement = z.output<typeof judgement>;
export type Judging = NonNullable<Report['record']['judging']>;
export type Paper = NonNullable<Report['literature']>[number];
export type Combination = NonNullable<Report['combinations']>[number];
export type Evidence = (typeof evidences)[number];
export type ReportLaw = ReportSubject['law'];
export type Coverage = Report['coverage'];
