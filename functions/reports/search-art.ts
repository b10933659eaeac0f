import type { SearchFilter, SearchIndex } from '#engine';
import { groupsOf, symbolsOf } from '#functions/patents/index.ts';
import type { PatentDocument } from '#shared/patent-document.ts';
import { noChartOf } from '#shared/report/no-chart.ts';
import type { Report } from '#shared/report/report.ts';
import { fuseRankings, type Ranking } from './fuse-rankings.ts';
import type { PlannedQuery } from './plan-queries.ts';
import { reportRules } from './report-rules.ts';

export interface FoundArt {
  /** Score of each publication by its places in all searches, best first: 1 for one that is the first everywhere. */
  scores: Map<string, number>;
  queries: Omit<Report['record']['queries'][number], 'id'>[];
}

/** A row of the catalogue. */
type Row = Record<string, string>;

const columns = ['ucid', 'priority_date', 'publication_date'];

/**
 * Searches the patents that may be art: those whose priority is before the effective date. Rows that lack the date
 * cannot be excluded by it, so the query of the abstract finds them as well.
 * @param before the effective date; undefined if it is not known, then nothing is excluded
 */
export async function searchArt(
  index: SearchIndex,
  planned: readonly PlannedQuery[],
  patent: Classed,
  before: string | undefined,
): Promise<FoundArt> {
  const filters: SearchFilter[] = before
    ? [{ column: 'priority_date', operator: '<', value: before }]
    : [];
  const queries: FoundArt['queries'] = [];
  const run = async (
    { text, source, label }: Pick<PlannedQuery, 'text' | 'source' | 'label'>,
    conditions: SearchFilter[],
    limit: number,
  ) => {
    const { totalFound, hits } = await index.search({
      text,
      limit,
      filters: conditions,
      fields: columns,
    });
    queries.push({
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
  const within = [...classFilters(patent), ...ownerFilters(patent)];
  for (const { source, label, filter } of within) {
    const query = { source, label, text: main!.text };
    const hits = await run(query, [...filters, filter], reportRules.queryDepth);
    rankings.push({
      weight: reportRules.classesWeight / within.length,
      keys: hits.map(({ row }) => ucidOf(row)),
    });
  }
  return { scores: fuseRankings(rankings, reportRules.fusionRank), queries };
}

/** What of a patent tells its classes and, of a design or plant, its owner. */
type Classed = Pick<PatentDocument, 'ucid' | 'cpc' | 'ipc' | 'locarno' | 'type' | 'assignees'>;

interface Within {
  source: 'class' | 'owner';
  label: string;
  filter: SearchFilter;
}

/** Filters of the first classes of a patent, in the column that has its symbols: its own row has them, too. */
function classFilters(patent: Classed): Within[] {
  const column = patent.cpc.length > 0 ? 'cpc' : 'ipc';
  return groupsOf(symbolsOf(patent))
    .slice(0, reportRules.classQueries)
    .map((symbol) => ({
      source: 'class',
      label: symbol,
      filter: { column, operator: 'begins', value: symbol.replace(/00$/, '') },
    }));
}

/** A design or plant has hardly a word to search by: what its owner has published before is near. */
const ownerFilters = ({ type, ucid, assignees: [owner] }: Classed): Within[] =>
  noChartOf({ type, ucid }) && owner
    ? [
        {
          source: 'owner',
          label: owner,
          filter: { column: 'assignee', operator: 'contains', value: owner },
        },
      ]
    : [];

/** Without a priority date, and not published too late for certain. */
const mayBeArt = (row: Row, before: string) => !row.priority_date && !isLate(row, before);

/** Published on or after the day and not by those whose filing counts, which a missing date leaves open. */
const isLate = ({ ucid, publication_date }: Row, before: string) =>
  isoDay(publication_date) >= before && !/^(?:US|WO|EP)/.test(ucid!);

const isoDay = (day = '') => day.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3');
const ucidOf = (row: Row) => row.ucid!;
