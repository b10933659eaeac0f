import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readSamplePatents } from '#local/catalog/sample-patents.ts';
import { partText } from '#shared/part-text.ts';
import { sampleReportUcid } from '#shared/report/sample-report.ts';
import { claimExample } from '#web/site/landing/claim-example.ts';
import { toHit } from '#web/site/landing/search-patents.ts';
import { quality } from '#web/site/landing/why-section.tsx';

const root = new URL('../..', import.meta.url).pathname;
const patents = await readSamplePatents(root);

function patent(ucid: string) {
  const found = patents.find((one) => one.ucid === ucid);
  if (!found) throw new Error(`There is no sample patent ${ucid}`);
  return found;
}

test('the claim and the older words on the landing page stand in the sample patents', () => {
  const { claimed, older, pairs } = claimExample;
  const newer = patent(claimed.ucid);
  expect(newer.priority_date).toMatch(`${claimed.priorityYear}-`);
  expect(patent(older.ucid).publication_date).toMatch(`${older.publicationYear}-`);
  const claim = newer.claims.find(({ number }) => number === claimed.claim)!.text;
  for (const { limitation, quote, place } of pairs) {
    expect(claim).toContain(limitation);
    expect(partText(patent(older.ucid), place)).toContain(quote);
  }
});

test('the quality that it states is what was measured', () => {
  const measured = readFileSync(`${root}/docs/engine.md`, 'utf8');
  const [, keywords, antecede] = /^\| mean \| \| (\S+) \| \S+ \| \S+ \| \*\*(\S+)\*\* \|$/m.exec(
    measured,
  )!;
  expect([quality.keywords, quality.antecede]).toEqual([Number(keywords), Number(antecede)]);
});

test('a hit whose text is not here says so', () => {
  const hit = { ucid: 'A', title: 'One', conceptScore: 0.9, abstract: 'about' };
  const of = (more: object) => toHit({ ...hit, ...more } as Parameters<typeof toHit>[0]).passage;
  expect(of({ passages: [{ text: 'words' }], has_text: true })).toBe('words');
  expect(of({ passages: [], has_text: true })).toBe('about');
  expect(of({ abstract: '', passages: [], has_text: false })).toMatch('is not here');
});

test('the sample report that it links to is of a sample patent', () => {
  expect(patent(sampleReportUcid).claims.length).toBeGreaterThan(0);
});
