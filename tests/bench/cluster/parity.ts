import type { SearchIndex } from '#engine';

const LIMIT = 100;

/** How alike two indexes of the same rows answer. Shares of queries, and of rows. */
export interface Parity {
  readonly queries: number;
  /** Queries with the same first hundred rows in both. */
  readonly sameRows: number;
  /** Those that have them in the same order, too. */
  readonly sameOrder: number;
  /** Queries with the same first ten rows. */
  readonly sameTen: number;
  /** Mean share of the first hundred rows that both have. */
  readonly meanShared: number;
}

/** How many of the rows are among the others. */
export function shared(rows: readonly number[], others: readonly number[]): number {
  const set = new Set(others);
  return rows.filter((row) => set.has(row)).length;
}

/** Asks both indexes for the first hundred rows of each query. */
export async function compareFirstHundred(
  one: SearchIndex,
  other: SearchIndex,
  queries: readonly string[],
): Promise<Parity> {
  let [sameRows, sameOrder, sameTen, meanShared] = [0, 0, 0, 0];
  const ask = async (index: SearchIndex, text: string) => {
    const { hits } = await index.search({ text, limit: LIMIT, fields: [] });
    return hits.map(({ number }) => number);
  };
  const haveSame = (a: readonly number[], b: readonly number[]) =>
    a.length === b.length && shared(a, b) === a.length;
  for (const text of queries) {
    const [here, there] = [await ask(one, text), await ask(other, text)];
    meanShared += shared(here, there) / Math.max(1, here.length, there.length) / queries.length;
    if (haveSame(here, there)) sameRows++;
    if (here.join() === there.join()) sameOrder++;
    if (haveSame(here.slice(0, 10), there.slice(0, 10))) sameTen++;
  }
  const count = queries.length;
  return {
    queries: count,
    sameRows: sameRows / count,
    sameOrder: sameOrder / count,
    sameTen: sameTen / count,
    meanShared,
  };
}
