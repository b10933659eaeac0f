import * as z from 'zod';
import { limits } from '#shared/limits.ts';
import { onlyMembers } from './only-members.ts';

const columnName = z.string().min(1).max(1000);
const filterValue = z.string().max(1000);

export const filterSchema = onlyMembers({
  column: columnName.meta({ description: 'Name of a column of the index' }),
  operator: z
    .enum(['=', '!=', '<', '<=', '>', '>=', 'in', 'exists', 'begins', 'contains', 'under', 'named'])
    .meta({
      description:
        'Dates and numbers are compared by size, codes and names as whole values without regard to case and accents. `in` takes a list, `exists` asks whether the cell has a value. Of codes and names, `begins` takes the first characters and `contains` any; `under` takes a class symbol and finds all below it: `A01K` has `A01K 47/06`; `named` takes words of a name, legal forms apart: `Hartwell Optics` finds `HARTWELL OPTICS CO., LTD.`',
    }),
  value: z
    .union([filterValue, z.array(filterValue).min(1).max(100)])
    .optional()
    .meta({
      description:
        'Dates are written as 2018-07-01. A year or a month stands for all its days. If a cell lists several codes, one of them must match. For `exists`: `true`, the default, or `false`',
    }),
}).meta({ id: 'Filter', description: 'A condition on a column that rows must meet' });

const phrase = z.string().min(1).max(2000);
const searchedColumns = z.array(columnName).min(1).max(limits.conditionsMax).optional().meta({
  description: 'Searched columns in one of which the words stand. All if absent',
});

const phraseSchema = onlyMembers({
  phrase: phrase.meta({
    description:
      'Words that stand one after the other, as written but for case, accents and hyphens. `word*` stands for all words with this beginning',
  }),
  columns: searchedColumns,
}).meta({ id: 'PhraseCondition', description: 'Words that stand one after the other' });

const nearSchema = onlyMembers({
  near: z.tuple([phrase, phrase]).meta({ description: 'Two phrases in one column, in any order' }),
  within: z.number().int().min(0).max(100).meta({
    description: 'How many words may stand between them',
  }),
  columns: searchedColumns,
}).meta({ id: 'NearCondition', description: 'Two phrases that stand near each other' });

/** Conditions joined by `and`, `or` and `not`. */
type Condition =
  | z.output<typeof filterSchema>
  | z.output<typeof phraseSchema>
  | z.output<typeof nearSchema>
  | { and: Condition[] }
  | { or: Condition[] }
  | { not: Condition };

// Each has a name: generators of clients cannot refer from within an unnamed schema to that which holds it.
const joined = () => z.lazy(() => z.array(condition).min(1).max(limits.conditionsMax));
const allSchema = onlyMembers({ and: joined() }).meta({
  id: 'AllConditions',
  description: 'Conditions all of which must hold',
});
const anySchema = onlyMembers({ or: joined() }).meta({
  id: 'AnyCondition',
  description: 'Conditions one of which must hold',
});
const notSchema = onlyMembers({ not: z.lazy(() => condition) }).meta({
  id: 'NoCondition',
  description: 'A condition that must not hold',
});

const condition: z.ZodType<Condition> = z
  .union([filterSchema, phraseSchema, nearSchema, allSchema, anySchema, notSchema])
  .meta({
    id: 'Condition',
    description:
      'A condition on a column or on words, or conditions joined by `and`, `or` and `not`',
  });

/** Objects and lists within each other; a level of conditions has two. */
const MAX_NESTING = 3 * limits.conditionLevels;

/** Whether a value has more levels of objects and lists than conditions may have. Needs no stack itself. */
function isTooDeep(value: unknown): boolean {
  let level = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_NESTING) return true;
    level = level.flatMap((each) =>
      typeof each === 'object' && each !== null ? Object.values(each) : [],
    );
  }
  return false;
}

/** Conditions of a search. */
export const conditions = z.preprocess((value, context) => {
  if (!isTooDeep(value)) return value;
  context.addIssue(`Conditions are nested at most ${limits.conditionLevels} levels deep.`);
  return z.NEVER;
}, z.array(condition).max(20));

const intervals = z.union([z.number().positive(), z.enum(['year', 'month', 'day', 'auto'])]);

/** Counts of the matches by a column. */
export const facetRequest = onlyMembers({
  column: columnName.meta({ description: 'Name of a column of the index' }),
  top: z.number().int().min(1).max(limits.facetValuesMax).optional().meta({
    description:
      'Of codes and names: how many of the most frequent values are listed. 10 if absent',
  }),
  prefix: z.number().int().min(1).max(20).optional().meta({
    description:
      'Of codes and names: counts their beginnings of so many characters, spaces apart. 4 counts `A01K 47/06` as `A01K`',
  }),
  begins: z.string().min(1).max(20).optional().meta({
    description:
      'Of codes and names: counts only those that begin with this text, spaces apart. At most as long as `prefix`',
  }),
  interval: intervals.optional().meta({
    description:
      'Of numbers: the width of the intervals that are counted; of dates: `year`, `month` or `day`. Of both, `auto`: the matches decide, and the answer says how. Both need it',
  }),
  by: onlyMembers({ column: columnName, interval: intervals })
    .optional()
    .meta({
      description: `Of codes and names: a column of numbers or dates by whose intervals the matches of each listed value are counted, too. \`top\` is then at most ${limits.facetCrossedMax}`,
    }),
}).meta({ id: 'FacetRequest', description: 'Counts all matches by what a column holds' });

const facetCount = z.object({ value: z.string(), count: z.number().int() });

export const facet = z
  .object({
    column: z.string().meta({ description: 'That of the request' }),
    counts: z.array(facetCount.extend({ by: z.array(facetCount).optional() })).meta({
      description:
        'Values as the first row that has them writes them, the most frequent first; or intervals in their order by their least value, without empty ones. `by`: the matches of a value by the intervals that were asked for',
    }),
    distinct: z.number().int().meta({
      description: 'Different values or intervals among the matches, more than are listed',
    }),
    missing: z.number().int().meta({ description: 'Matches without a value' }),
    interval: z
      .union([z.number(), z.enum(['year', 'month', 'day'])])
      .optional()
      .meta({
        description:
          'If it was asked for as `auto`: the one that is counted by, of the facet or of its `by`',
      }),
  })
  .meta({ id: 'Facet', description: 'How many matches have which value of a column' });

/** The order by a column. */
export const columnOrder = onlyMembers({
  column: columnName.meta({ description: 'A column of numbers or dates' }),
  descending: z.boolean().optional(),
});

export type ColumnOrder = z.output<typeof columnOrder>;

/** The order of a list. */
export const sortOrder = z.union([z.literal('rows'), columnOrder]).meta({
  id: 'SortOrder',
  description:
    '`rows` is the order of the index; a column of numbers or dates orders by it, rows without a value last',
});
