import { readFile } from 'node:fs/promises';
import { compareWith } from '#functions/reports/chart-references.ts';
import { chooseClaims } from '#functions/reports/choose-claims.ts';
import { countTerms, fieldWords } from '#functions/reports/nearness.ts';
import { isSameFamily } from '#shared/report/families.ts';
import type { ChartCell } from '#shared/report/report.ts';
import { buildSampleCatalogue } from '#tests/reports/sample-catalogue.ts';

interface Pairs {
  anticipation: { claim: { ucid: string; number: number }; by: string[]; near: string[] }[];
}

/** Cells of labelled pairs of an element and a patent. */
export interface LabelledCells {
  /** The patent discloses the whole claim. */
  disclosing: ChartCell[];
  /** Of the same field. It does not disclose the claim, but may disclose the element. */
  near: ChartCell[];
  /** Of other fields. */
  unrelated: ChartCell[];
}

const labels = 'packages/local/catalog/patent-pairs.json';

/** Cells of the labelled pairs of the sample catalogue. @param half every second field, to choose on one half only */
export async function labelledCells(half: 0 | 1): Promise<LabelledCells> {
  const { patents } = await buildSampleCatalogue();
  const find = (ucid: string) => patents.find((one) => one.ucid === ucid)!;
  const cells: LabelledCells = { disclosing: [], near: [], unrelated: [] };
  const { anticipation } = JSON.parse(await readFile(labels, 'utf8')) as Pairs;
  const fields = [...new Set(anticipation.map(({ claim }) => find(claim.ucid).family_id))];
  const counts = patents.map(countTerms);
  for (const { claim, by, near } of anticipation) {
    const patent = find(claim.ucid);
    if (fields.indexOf(patent.family_id) % 2 !== half) continue;
    const charted = chooseClaims('invalidation', patent).map((one) => ({
      ...one,
      charted: one.number === claim.number,
    }));
    const words = fieldWords(patent, charted, counts);
    const comparison = compareWith(patent, charted, words, patents);
    const known = [patent, ...by.map(find), ...near.map(find)];
    const others = patents.filter((one) => known.every((other) => !isSameFamily(one, other)));
    cells.disclosing.push(...by.flatMap(comparison.cells));
    cells.near.push(...near.flatMap(comparison.cells));
    cells.unrelated.push(...others.flatMap(({ ucid }) => comparison.cells(ucid)));
  }
  return cells;
}
