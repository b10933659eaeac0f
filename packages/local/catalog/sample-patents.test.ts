import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { projectRoot } from '#local/build/steps.ts';
import { type PatentDocument, patentDocumentSchema } from '#shared/patent-document.ts';
import { readSamplePatents } from './sample-patents.ts';

interface Claim {
  ucid: string;
  number: number;
}

interface Pairs {
  anticipation: { claim: Claim; by: string[]; near: string[] }[];
  combination: { claim: Claim; by: string[][] }[];
}

let patents: PatentDocument[];
let byUcid: Map<string, PatentDocument>;
let pairs: Pairs;
beforeAll(async () => {
  patents = await readSamplePatents(projectRoot);
  byUcid = new Map(patents.map((patent) => [patent.ucid, patent]));
  const file = join(projectRoot, 'packages/local/catalog/patent-pairs.json');
  pairs = JSON.parse(await readFile(file, 'utf8'));
});

const families = () => Map.groupBy(patents, ({ family_id }) => family_id);
const day = (date: string | undefined) => Date.parse(date ?? '');

describe('the sample patents', () => {
  it('are at least 60 documents of the schema in at least 10 fields, each with its own number', () => {
    for (const patent of patents) patentDocumentSchema.parse(patent);
    expect(byUcid.size).toBe(patents.length);
    expect(patents.length).toBeGreaterThanOrEqual(60);
    expect(new Set(patents.map(({ cpc }) => cpc[0]!.slice(0, 4))).size).toBeGreaterThanOrEqual(10);
  });

  it('have numbers that no office has given', () => {
    const reserved =
      /^(US-99\d{6}-(B[12])|US-20\d\d099\d{4}-A1|EP-99\d{5}-(A1|B1)|WO-20\d\d99\d{4}-A1)$/;
    expect(patents.filter(({ ucid }) => !reserved.test(ucid)).map(({ ucid }) => ucid)).toEqual([]);
  });

  it('have 6 to 20 claims of which the first is independent, and 15 to 40 paragraphs', () => {
    const odd = patents.filter(
      ({ claims, paragraphs }) =>
        claims.length < 6 ||
        claims.length > 20 ||
        claims[0]!.dependsOn.length > 0 ||
        claims.slice(1).every(({ dependsOn }) => dependsOn.length === 0) ||
        paragraphs.length < 15 ||
        paragraphs.length > 40,
    );
    expect(odd.map(({ ucid }) => ucid)).toEqual([]);
  });

  it('have dates in order: priority, filing, publication; grants and only they are granted', () => {
    const odd = patents.filter((patent) => {
      const { filing_date, priority_date, publication_date, grant_date, kind_code } = patent;
      const claimed = patent.priority_claims.map(({ date }) => day(date));
      return (
        Math.min(day(filing_date), ...claimed) !== day(priority_date) ||
        day(filing_date) >= day(publication_date) ||
        grant_date !== (kind_code!.startsWith('B') ? publication_date : undefined)
      );
    });
    expect(odd.map(({ ucid }) => ucid)).toEqual([]);
  });

  it('include families, chains of priority, divisions and continuations', () => {
    const offices = [...families().values()].map(
      (members) => new Set(members.map(({ ucid }) => ucid.slice(0, 2))).size,
    );
    expect(offices.filter((count) => count > 1).length).toBeGreaterThanOrEqual(10);
    const relations = patents.flatMap(({ priority_claims }) =>
      priority_claims.map(({ relation }) => relation),
    );
    expect(new Set(relations)).toEqual(
      new Set(['provisional', 'continuation', 'continuation-in-part', 'division', 'foreign']),
    );
  });

  it('share no sentence with another family', () => {
    const seen = new Map<string, string>();
    const shared: string[] = [];
    for (const [family, [patent]] of families()) {
      const texts = [patent!.abstract, ...patent!.paragraphs.map(({ text }) => text)];
      for (const sentence of texts.flatMap((text) => text.split(/(?<=[.;:])(?<!FIG\.)\s+/))) {
        const owner = seen.get(sentence);
        if (owner !== undefined && owner !== family) shared.push(sentence);
        seen.set(sentence, family!);
      }
    }
    expect(shared).toEqual([]);
  });

  it('cite what was published before them', () => {
    const odd = patents.flatMap(({ ucid, citations, publication_date }) =>
      citations
        .filter(({ number }) => day(byUcid.get(number)?.publication_date) >= day(publication_date))
        .map(({ number }) => `${ucid} cites ${number}`),
    );
    expect(odd).toEqual([]);
  });
});

it('the pairs name claims, and art of other families more than a year older', () => {
  const year = 366 * 86_400_000;
  expect(pairs.anticipation.length).toBeGreaterThanOrEqual(10);
  const combinations = pairs.combination.flatMap(({ claim, by }) =>
    by.map((one) => ({ claim, by: one, near: [] })),
  );
  for (const { claim, by, near } of [...pairs.anticipation, ...combinations]) {
    const target = byUcid.get(claim.ucid)!;
    expect(target.claims.map(({ number }) => number)).toContain(claim.number);
    for (const ucid of [...by, ...near]) expect(byUcid.has(ucid), ucid).toBe(true);
    const old = by.filter(
      (ucid) => day(byUcid.get(ucid)!.publication_date) + year < day(target.priority_date),
    );
    expect(old, claim.ucid).not.toEqual([]);
    for (const ucid of by) expect(byUcid.get(ucid)!.family_id).not.toBe(target.family_id);
  }
});
