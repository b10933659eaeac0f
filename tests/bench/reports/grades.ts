import { readFile } from 'node:fs/promises';
import { compareWith } from '#functions/reports/chart-references.ts';
import { chooseClaims } from '#functions/reports/choose-claims.ts';
import { readSamplePatents } from '#local/catalog/sample-patents.ts';
import { chartedElements } from '#shared/report/coverage.ts';
import { isSameFamily } from '#shared/report/families.ts';

interface Pairs {
  anticipation: { claim: { ucid: string; number: number }; by: string[]; near: string[] }[];
}

/** The values that decide the grade of an element in a patent. */
export interface GradeScore {
  score: number;
  nearness: number;
}

/** Labelled pairs of an element and a patent. */
export interface GradeScores {
  /** The patent discloses the whole claim. */
  disclosing: GradeScore[];
  /** Of the same field. It does not disclose the claim, but may disclose the element. */
  near: GradeScore[];
  /** Of other fields. */
  unrelated: GradeScore[];
}

const labels = 'packages/local/catalog/patent-pairs.json';

/** Scores by the labelled pairs of the sample catalogue. @param half every second field, to choose on one half only */
export async function gradeScores(half: 0 | 1): Promise<GradeScores> {
  const patents = await readSamplePatents('.');
  const find = (ucid: string) => patents.find((one) => one.ucid === ucid)!;
  const scores: GradeScores = { disclosing: [], near: [], unrelated: [] };
  const { anticipation } = JSON.parse(await readFile(labels, 'utf8')) as Pairs;
  const fields = [...new Set(anticipation.map(({ claim }) => find(claim.ucid).family_id))];
  for (const { claim, by, near } of anticipation) {
    const patent = find(claim.ucid);
    if (fields.indexOf(patent.family_id) % 2 !== half) continue;
    const comparison = compareWith(patent, patents);
    const [charted] = chooseClaims('invalidation', patent).filter(
      ({ number }) => number === claim.number,
    );
    const known = [patent, ...by.map(find), ...near.map(find)];
    const others = patents.filter((one) => known.every((other) => !isSameFamily(one, other)));
    const unrelated = others.map(({ ucid }) => ucid);
    for (const { text } of chartedElements([charted!])) {
      const scoreOf = (ucid: string) => ({
        score: comparison.best(ucid, text, 1)[0]?.score ?? 0,
        nearness: comparison.whole(ucid).nearness,
      });
      scores.disclosing.push(...by.map(scoreOf));
      scores.near.push(...near.map(scoreOf));
      scores.unrelated.push(...unrelated.map(scoreOf));
    }
  }
  return scores;
}
