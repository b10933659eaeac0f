import type { Citations, FindPatent } from '#functions/patents/index.ts';
import type { PatentDocument } from '#shared/patent-document.ts';
import type { Report } from '#shared/report/report.ts';
import { parsePublicationNumber, toUcid, ucidStem } from '#shared/ucid.ts';
import { reportRules } from './report-rules.ts';

/** What citations say of publications. Offices cite numbers without a kind code, so it is kept by number. */
export interface FollowedCitations {
  /** Publications that are linked with the patent and have a UCID here. */
  ucids: string[];
  /** How strongly a publication is linked with the patent, 0 to 1. */
  linkTo(ucid: string): number;
  /** What was followed, for the record. */
  queries: Omit<Report['record']['queries'][number], 'id'>[];
}

/**
 * Follows the citations of a patent, as far as the rules allow: what it cites, what cites it, what is cited together with it, and
 * what cites the same. Cited or citing counts 1. What is shared counts n / (n + 2): one shared citation is often
 * by chance.
 */
export async function followCitations(
  patent: Pick<PatentDocument, 'ucid' | 'citations'>,
  citations: Citations,
  findPatent: FindPatent,
): Promise<FollowedCitations> {
  const own = stemOf(patent.ucid);
  const cited = numbersOf(patent.citations).slice(0, reportRules.citationsFollowed);
  const citing = (await citations.citedBy(patent.ucid)).slice(0, reportRules.citationsFollowed);
  const [resolved, citingSame, readCiting] = await Promise.all([
    Promise.all(cited.map((number) => citations.toUcid(number))),
    Promise.all(cited.map((number) => citations.citedBy(number))),
    Promise.all(citing.map(({ ucid }) => findPatent(ucid))),
  ]);
  const direct = new Set([...cited, ...citing.map(({ ucid }) => ucid)].map(stemOf));
  const citedTogether = readCiting.flatMap((document) => numbersOf(document?.citations ?? []));
  const shared = new Map<string, number>();
  const others = [...citedTogether, ...citingSame.flat().map(({ ucid }) => ucid)];
  for (const number of others) shared.set(stemOf(number), (shared.get(stemOf(number)) ?? 0) + 1);
  const together = Array.from(shared)
    .filter(([stem]) => stem !== own && !direct.has(stem))
    .toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .slice(0, reportRules.citationsFollowed);
  const counts = new Map(together);
  const ucids = [
    ...resolved.filter((ucid) => ucid !== undefined),
    ...citing.map(({ ucid }) => ucid),
    ...others.flatMap((number) => (counts.has(stemOf(number)) ? (toUcid(number) ?? []) : [])),
  ];
  const query = (label: string, numbers: readonly string[]) =>
    numbers.length > 0
      ? [
          {
            source: 'citation' as const,
            label,
            text: numbers.join(', '),
            filters: [],
            found: numbers.length,
            taken: numbers.length,
          },
        ]
      : [];
  return {
    ucids: [...new Set(ucids)].filter((ucid) => stemOf(ucid) !== own),
    linkTo: (ucid) => {
      const stem = stemOf(ucid);
      const count = counts.get(stem) ?? 0;
      return direct.has(stem) ? 1 : count / (count + 2);
    },
    queries: [
      ...query('cited by the patent', cited),
      ...query(
        'citing the patent',
        citing.map(({ ucid }) => ucid),
      ),
      ...query('cited together with it, or citing the same', [...counts.keys()]),
    ],
  };
}

const stemOf = (number: string): string => {
  const parsed = parsePublicationNumber(number);
  return parsed ? ucidStem(parsed) : number;
};

/** Numbers of publications, each once. */
const numbersOf = (citations: PatentDocument['citations']) => [
  ...new Set(
    citations.map(({ number }) => number).filter((number) => parsePublicationNumber(number)),
  ),
];
