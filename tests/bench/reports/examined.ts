import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import papa from 'papaparse';
import * as z from 'zod';
import { claimReferences } from '#shared/claim-references.ts';
import { emptyLists, type PatentDocument } from '#shared/patent-document.ts';
import { toUcid } from '#shared/ucid.ts';

const claims = z.array(z.object({ number: z.int(), text: z.string() }));
const application = z.object({
  application: z.string(),
  title: z.string(),
  abstract: z.string(),
  initial_claims: claims,
});
const cited = z.object({
  document: z.string(),
  cited_by_application: z.string(),
  title: z.string(),
  abstract: z.string().nullable(),
  claims: claims.nullable(),
});
const specification = z.object({
  document: z.string(),
  paragraphs: z.array(z.object({ key: z.string(), text: z.string() })),
});
const judgement = z.object({
  application: z.string(),
  claim: z.coerce.number(),
  section: z.string(),
  cited_document: z.string(),
  paragraphs: z.string(),
  double_patenting: z.string(),
});

/** What an examiner said of a claim and a document: it anticipates the claim, or makes it obvious with others. */
export interface ExaminedClaim {
  claim: number;
  section: '102' | '103';
  /** UCID of the document that was cited. */
  cited: string;
  paragraphs: number[];
}

export interface ExaminedApplication {
  patent: PatentDocument;
  /** Documents that were cited against it. */
  references: PatentDocument[];
  examined: ExaminedClaim[];
}

/**
 * Applications with what an examiner decided: `applications.jsonl`, `cited-documents.jsonl`, `documents.jsonl` and
 * `judgements.csv` of a folder. Of most cited documents only abstract and claims are there.
 */
export async function readExamined(folder: string): Promise<ExaminedApplication[]> {
  const read = async <T>(file: string, schema: z.ZodType<T>) =>
    (await readFile(join(folder, file), 'utf8'))
      .split('\n')
      .filter(Boolean)
      .map((line) => schema.parse(JSON.parse(line)));
  const whole = new Map(
    (await read('documents.jsonl', specification)).map((one) => [one.document, one]),
  );
  const documents = await read('cited-documents.jsonl', cited);
  const csv = await readFile(join(folder, 'judgements.csv'), 'utf8');
  const { data } = papa.parse(csv, { header: true, skipEmptyLines: true });
  const judgements = z
    .array(judgement)
    .parse(data)
    .filter((one) => one.cited_document && one.double_patenting !== '1');
  return (await read('applications.jsonl', application)).map((one) => {
    const own = documents.filter((document) => document.cited_by_application === one.application);
    return {
      patent: toDocument(
        `US-${one.application}-A1`,
        one.title,
        one.abstract,
        one.initial_claims,
        [],
      ),
      references: own.map((document) =>
        toDocument(
          ucidOf(document.document),
          document.title,
          document.abstract ?? '',
          document.claims ?? [],
          whole.get(document.document)?.paragraphs ?? [],
        ),
      ),
      examined: judgements
        .filter(
          ({ application: of, section }) => of === one.application && /^10[23]$/.test(section),
        )
        .map(({ claim, section, cited_document, paragraphs }) => ({
          claim,
          section: section as '102' | '103',
          cited: ucidOf(cited_document),
          paragraphs: paragraphs.split(' ').filter(Boolean).map(Number),
        })),
    };
  });
}

/** Some numbers have no kind code. Here they only name a document. */
const ucidOf = (number: string) => toUcid(number) ?? `US-${number.replace(/\D/g, '')}-A1`;

const toDocument = (
  ucid: string,
  title: string,
  abstract: string,
  own: z.output<typeof claims>,
  paragraphs: z.output<typeof specification>['paragraphs'],
): PatentDocument => ({
  ...emptyLists,
  ucid,
  title,
  abstract,
  claims: own.map(({ number, text }) => ({
    number,
    text,
    dependsOn: claimReferences(text, number),
  })),
  // `1-0036` is paragraph 36.
  paragraphs: paragraphs.map(({ key, text }, index) => ({
    number: index + 1,
    printed: Number(key.split('-').at(-1)),
    text,
  })),
});
