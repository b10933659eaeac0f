/** Reports of all patents of the sample catalogue: right by the checker, which sees what is tampered with. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { serializeManifest } from '#engine';
import { checkReport } from '#functions/reports/check-report.ts';
import { makeReport } from '#functions/reports/make-report.ts';
import type { PatentDocument } from '#shared/patent-document.ts';
import { linksOf } from '#shared/patent-links.ts';
import { placeInTime } from '#shared/report/date-tiers.ts';
import { isSameFamily } from '#shared/report/families.ts';
import { type Report, reportKinds, reportSchema } from '#shared/report/report.ts';
import { buildSampleCatalogue, root } from './sample-catalogue.ts';

/** The product's steps read this in place of S3 and DynamoDB. */
const catalogue = vi.hoisted(() => ({
  index: undefined as unknown,
  manifest: '',
  documents: new Map<string, unknown>(),
}));
vi.mock('#functions/search/query-published-index.ts', () => ({
  wholeIndex: (indexId: string) => indexId,
  queryPublishedIndex: async (_: string, ask: (index: unknown) => unknown) => ask(catalogue.index),
}));
vi.mock('#functions/indexes/indexes.ts', () => ({
  getIndex: async () => ({
    documents_version: 'sample',
    manifest_key: 'catalog/us_patents/build_1/manifest.json',
  }),
}));
vi.mock('#functions/indexes/indexes-bucket.ts', () => ({
  getObject: async () => Buffer.from(catalogue.manifest),
}));
vi.mock('#functions/patents/patent-documents.ts', () => ({
  getPatentDocument: async (_: string, ucid: string) => catalogue.documents.get(ucid),
  listUcids: async () => [],
  linksFrom: async () => linksOf([...catalogue.documents.values()] as PatentDocument[]),
}));

const now = new Date('2026-11-22T12:00:00.000Z');
const findPatent = async (ucid: string) =>
  catalogue.documents.get(ucid) as PatentDocument | undefined;
const findPatentNow = (ucid: string) => catalogue.documents.get(ucid) as PatentDocument;
let patents: PatentDocument[] = [];

beforeAll(async () => {
  const built = await buildSampleCatalogue();
  catalogue.index = built.index;
  catalogue.manifest = serializeManifest(built.manifest);
  catalogue.documents = new Map(built.patents.map((patent) => [patent.ucid, patent]));
  patents = built.patents;
});

describe.each(reportKinds)('%s reports', (kind) => {
  it('of all sample patents are right by the checker', async () => {
    for (const patent of patents) {
      const { ucid } = patent;
      const report = await makeReport({ ucid, kind }, now);
      expect(reportSchema.parse(report)).toEqual(report);
      expect(await checkReport(JSON.parse(JSON.stringify(report)), findPatent), ucid).toEqual([]);
      const hasArt = patents.some((one) => !isSameFamily(one, patent) && placeInTime(patent, one));
      expect(report.art.length > 0 && !hasArt, ucid).toBe(false);
    }
  });

  it('are the same each time', async () => {
    const ucid = 'US-99030012-B2';
    expect(await makeReport({ ucid, kind }, now)).toEqual(await makeReport({ ucid, kind }, now));
  });
});

interface Pair {
  claim: { ucid: string; number: number };
  by: string[];
  near: string[];
}

describe('reports on the labelled pairs', () => {
  const labelled: { pair: Pair; report: Report }[] = [];
  beforeAll(async () => {
    const file = readFileSync(join(root, 'packages/local/catalog/patent-pairs.json'), 'utf8');
    for (const pair of (JSON.parse(file) as { anticipation: Pair[] }).anticipation) {
      const report = await makeReport({ ucid: pair.claim.ucid, kind: 'invalidation' }, now);
      labelled.push({ pair, report });
    }
  });

  it('put first what discloses a claim, with its whole family', () => {
    for (const { pair, report } of labelled) {
      const [first] = report.art;
      const family = [first!.ucid, ...first!.family].toSorted();
      expect(family, pair.claim.ucid).toEqual(pair.by.toSorted());
      expect(first!.tier).toBe('published-before');
    }
  });

  it('have hardly a patent of another field, and hardly a strong match in it', () => {
    const grades = labelled.flatMap(({ pair, report }) => {
      const own = [...pair.by, ...pair.near].map((ucid) => findPatentNow(ucid));
      return report.chart
        .filter(({ ucid }) => own.every((one) => !isSameFamily(one, findPatentNow(ucid))))
        .map(({ grade }) => grade);
    });
    // All reports have more than three thousand cells with the patents of other fields.
    expect(grades.length).toBeLessThan(300);
    expect(grades.filter((grade) => grade === 'strong').length).toBeLessThan(5);
  });

  it('find a match for most elements in the patents that disclose the claim', () => {
    const grades = labelled.flatMap(({ pair, report }) =>
      report.chart
        .filter(({ ucid }) => pair.by.includes(ucid))
        .filter(({ element }) => Number.parseInt(element, 10) === pair.claim.number)
        .map(({ grade }) => grade),
    );
    expect(grades.length).toBeGreaterThan(100);
    const share = (wanted: string[]) =>
      grades.filter((grade) => wanted.includes(grade)).length / grades.length;
    expect(share(['strong'])).toBeGreaterThan(0.4);
    expect(share(['strong', 'weak'])).toBeGreaterThan(0.5);
  });
});

describe('the checker sees', () => {
  let report: Report;
  beforeAll(async () => {
    report = await makeReport({ ucid: 'US-99030012-B2', kind: 'invalidation' }, now);
  });
  const firstPassage = (changed: Report) =>
    changed.chart.find(({ passages }) => passages.length > 0)!.passages[0]!;

  it.each<[string, RegExp, (changed: Report) => void]>([
    [
      'a changed word of a quote',
      /quote/,
      (changed) => {
        firstPassage(changed).quote = firstPassage(changed).quote.replace(/[a-z]/, 'x');
      },
    ],
    [
      'a shifted quote',
      /quote/,
      (changed) => {
        firstPassage(changed).start += 1;
        firstPassage(changed).end += 1;
      },
    ],
    [
      'a wrong hash',
      /hash/,
      (changed) => {
        firstPassage(changed).hash = '0'.repeat(64);
      },
    ],
    [
      'a reference that seems nearer than it is',
      /nearness/,
      (changed) => {
        changed.art.at(-1)!.nearness = 0.5;
      },
    ],
    [
      'a wrong paragraph number',
      /where/,
      (changed) => {
        firstPassage(changed).where = '[0999]';
      },
    ],
    [
      'a raised grade',
      /chart/,
      (changed) => {
        changed.chart.find(({ grade }) => grade === 'none')!.grade = 'strong';
      },
    ],
    [
      'a raised score',
      /chart/,
      (changed) => {
        changed.chart[0]!.score = 1;
      },
    ],
    [
      'a missing cell',
      /chart/,
      (changed) => {
        changed.chart.pop();
      },
    ],
    [
      'a better tier',
      /tier/,
      (changed) => {
        changed.art[0]!.tier = changed.art[0]!.tier === 'unknown' ? 'grace-year' : 'unknown';
      },
    ],
    [
      'a changed day',
      /publication_date/,
      (changed) => {
        changed.art[0]!.publication_date = '1999-01-01';
      },
    ],
    [
      'a changed category',
      /category/,
      (changed) => {
        changed.art.at(-1)!.category = 'X';
      },
    ],
    [
      'a gap that is not told',
      /coverage/,
      (changed) => {
        changed.coverage.partly = [...changed.coverage.partly, '1a'];
      },
    ],
    [
      'a reference twice',
      /art/,
      (changed) => {
        changed.art.push(changed.art[0]!);
      },
    ],
    [
      'a reference that is not there',
      /art/,
      (changed) => {
        changed.art[0]!.ucid = 'US-1-A1';
      },
    ],
    [
      'a foreign member of a family',
      /family/,
      (changed) => {
        changed.art[0]!.family = ['US-99050011-B2'];
      },
    ],
    [
      'a changed element',
      /claims/,
      (changed) => {
        changed.claims[0]!.elements[1]!.end -= 1;
      },
    ],
    [
      'a query that was not run',
      /queries/,
      (changed) => {
        changed.record.queries.splice(0, 2);
      },
    ],
    [
      'another law',
      /law/,
      (changed) => {
        changed.subject.law = 'pre-AIA';
      },
    ],
    [
      'other rules',
      /settings/,
      (changed) => {
        changed.record.settings.strongFrom = 0.1;
      },
    ],
    [
      'another form',
      /kind/,
      (changed) => {
        changed.kind = 'opinion' as never;
      },
    ],
  ])('%s', async (_, at, change) => {
    const changed = structuredClone(report);
    change(changed);
    const faults = await checkReport(changed, findPatent);
    expect(faults.map((fault) => fault.at).join()).toMatch(at);
  });
});
