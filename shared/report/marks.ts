import * as z from 'zod';
import { freeText, timestamp } from '#shared/contract/fields.ts';
import { limits } from '#shared/limits.ts';
import { patentPlaceSchema, ucidSchema } from '#shared/patent-document.ts';
import { markGrades, reportPassageSchema, reportQuerySchema, reportSchema } from './report.ts';

/**
 * What people add to an invalidation report: kept for each organization, apart from the report, which stays as the
 * machine made it.
 */

/** Names one cell of the chart: an element of a claim, and a reference. */
const cell = {
  element: z.string().min(1).max(20).meta({ description: 'Label of a charted element: `1a`' }),
  ucid: ucidSchema.meta({ description: 'A reference of the report, or one that people added' }),
};
const grade = z.enum(markGrades).optional().meta({ description: 'What the person says of it' });
const note = freeText(limits.reportNoteMaxLength).min(1).optional();

/** What a person says of a cell. All of it absent takes the mark away. */
export const newMarkSchema = z.object({
  ...cell,
  grade,
  passage: patentPlaceSchema
    .omit({ ucid: true })
    .optional()
    .meta({ description: 'Instead of the machine’s passages' }),
  note,
});
export type NewMark = z.output<typeof newMarkSchema>;

const author = {
  by: z.string().meta({ description: 'Name of the person' }),
  at: timestamp,
};

export const markSchema = z
  .object({
    ...cell,
    grade,
    passage: reportPassageSchema.optional(),
    note,
    revision: z.int().positive().meta({
      description: 'Counts the changes of this mark. Send it with the next change',
    }),
    ...author,
  })
  .meta({ id: 'ReportMark' });
export type Mark = z.output<typeof markSchema>;

export const addedReferenceSchema = z
  .object({
    reference: reportSchema.shape.art.element.omit({
      conceptScore: true,
      category: true,
      passages: true,
    }),
    chart: z.array(reportSchema.shape.chart.element).meta({
      description: 'What comparing it came to: a cell for each charted element',
    }),
    ...author,
  })
  .meta({ id: 'AddedReference', description: 'A reference that a person added to a report' });
export type AddedReference = z.output<typeof addedReferenceSchema>;

const foundAgainSchema = z.object({
  queries: z.array(reportQuerySchema),
  compared: z.int().nonnegative().meta({ description: 'Publications that were read' }),
  references: z
    .array(
      reportSchema.shape.art.element
        .pick({ ucid: true, title: true, assignees: true, publication_date: true })
        .extend({
          tier: reportSchema.shape.art.element.shape.tier,
          tier_reason: z.string(),
          score: z.number().min(0).max(1),
        }),
    )
    .meta({ description: 'Best first. None that the report or the organization has' }),
});
/** What a search found that followed a person's wishes. */
export type FoundAgain = z.output<typeof foundAgainSchema>;

const wishes = z.array(ucidSchema).max(limits.reportWishesMax);

/** A search that followed what a person said of references. */
export const searchedAgainSchema = z
  .object({
    like: wishes.meta({ description: 'References that they want more of' }),
    unlike: wishes.meta({ description: 'References that they want less of' }),
    ...foundAgainSchema.shape,
    ...author,
  })
  .meta({
    id: 'SearchedAgain',
    description: 'A search that followed what a person said of references',
  });
export type SearchedAgain = z.output<typeof searchedAgainSchema>;

export const reportMarksSchema = z
  .object({
    marks: z.array(markSchema),
    added: z.array(addedReferenceSchema),
    again: searchedAgainSchema.optional().meta({ description: 'The last search with wishes' }),
    combinations: reportSchema.shape.combinations.meta({
      description: 'Reasons to combine for the sets that arise from marks and added references',
    }),
  })
  .meta({ id: 'ReportMarks', description: 'What an organization added to a report' });

/** What an organization added to a report. */
export type ReportMarks = z.output<typeof reportMarksSchema>;
