import type { SearchFilter, SearchIndex } from '#engine';
import type { Report } from '#shared/report/report.ts';
import { type ChosenClass, chooseClasses, groupsOf } from './choose-classes.ts';
import { fuseRankings, type Ranking } from './fuse-rankings.ts';
import type { PlannedQuery } from './plan-queries.ts';
import { reportRules } from './report-rules.ts';

export interface FoundArt {
  /** Publication numbers, best first. */
  ucids: string[];
  /** Best score of each in any query. */
  scores: Map<string, number>;
  queries: Report['record']['queries'];
  classes: ChosenClass[];
}

/** A row of the catalogue. */
type Row = Record<string, string>;

const columns = ['ucid', 'priority_date', 'publication_date', 'cpc'];

/**
 * Searches the patents that may be art: those whose priority is before the effective date. Rows that lack the date
 * cannot be excluded by it, so the query of the abstract finds them as well.
 * @param before the effective date; undefined if it is not known, then nothing is excluded
 */
export async function searchArt(
  index: SearchIndex,
  planned: readonly PlannedQuery[],
  cpc: readonly string[],
  before: string | undefined,
  classesWeight: number = reportRules.classesWeight,
): Promise<FoundArt> {
  const filters: SearchFilter[] = before
    ? [{ column: 'priority_date', operator: '<', value: before }]
    : [];
  const queries: FoundArt['queries'] = [];
  const scores = new Map<string, number>();
  const run = async (query: PlannedQuery, conditions: SearchFilter[], limit: number) => {
    const { text, source, label } = query;
    const { totalFound, hits } = await index.search({
      text,
      limit,
      filters: conditions,
      fields: columns,
    });
    for (const { row, score } of hits) {
      scores.set(row.ucid!, Math.max(scores.get(row.ucid!) ?? 0, score));
    }
    queries.push({
      id: `q${queries.length + 1}`,
      source,
      label,
      text,
      filters: conditions.map(({ column, operator, value }) => `${column} ${operator} ${value}`),
      found: totalFound,
      taken: hits.length,
    });
    return hits;
  };

  const [main, ...others] = planned;
  const dated = await run(main!, filters, reportRules.abstractDepth);
  // What has no priority date is only found without the filter.
  const undated = before
    ? (await run(main!, [], reportRules.abstractDepth)).filter(({ row }) => mayBeArt(row, before))
    : [];
  const rows = [...dated, ...undated].toSorted((a, b) => b.score - a.score).map(({ row }) => row);
  const rankings: Ranking[] = [{ weight: main!.weight, keys: rows.map(ucidOf) }];
  for (const query of others) {
    const hits = await run(query, filters, reportRules.queryDepth);
    rankings.push({ weight: query.weight, keys: hits.map(({ row }) => ucidOf(row)) });
  }
  const classes = chooseClasses(cpc, rows.map(symbolsOf));
  rankings.push({ weight: classesWeight, keys: inClasses(rows, classes).map(ucidOf) });
  queries.push({
    id: `q${queries.length + 1}`,
    source: 'class',
    label: null,
    text: classes.map(({ symbol }) => symbol).join(' or '),
    filters: ['rows of q1'],
    found: rankings.at(-1)!.keys.length,
    taken: rankings.at(-1)!.keys.length,
  });
  return {
    ucids: fuseRankings(rankings, reportRules.fusionRank),
    scores,
    queries,
    classes,
  };
}

/** Without a priority date, and not published too late for certain. */
const mayBeArt = (row: Row, before: string) => !row.priority_date && !isLate(row, before);

/** Published on or after the day and not by those whose filing counts, which a missing date leaves open. */
const isLate = ({ ucid, publication_date }: Row, before: string) =>
  isoDay(publication_date) >= before && !/^(?:US|WO|EP)/.test(ucid!);

const isoDay = (day = '') => day.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3');
const ucidOf = (row: Row) => row.ucid!;
const symbolsOf = ({ cpc = '' }: Row) => cpc.split(/\s*[;|]\s*/);

function inClasses(rows: readonly Row[], classes: readonly ChosenClass[]): Row[] {
  const symbols = new Set(classes.map(({ symbol }) => symbol));
  return rows.filter((row) => groupsOf(symbolsOf(row)).some((group) => symbols.has(group)));
}
