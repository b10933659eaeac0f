import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { claimReferences } from '#shared/claim-references.ts';
import {
  type PatentDocument,
  type PatentMark,
  patentDocumentSchema,
} from '#shared/patent-document.ts';
import { citationLinks, linksOf } from '#shared/patent-links.ts';
import { stemOfUcid } from '#shared/patent-versions.ts';

const publication = patentDocumentSchema
  .pick({
    ucid: true,
    filing_date: true,
    priority_date: true,
    publication_date: true,
    grant_date: true,
    application_number: true,
    priority_claims: true,
    literature: true,
    term_adjustment_days: true,
    owners: true,
    status: true,
    events: true,
  })
  .extend({
    /** Numbers, or citations as documents have them. */
    citations: z.array(
      z.union([
        z.string().transform((number) => ({ number })),
        patentDocumentSchema.shape.citations.element,
      ]),
    ),
    /** Claims of its own, as of a division; by default those of the invention. */
    claims: z.array(z.string().min(1)).optional(),
    /** Claims whose wording differs from that of the application, by number. */
    amended: z.record(z.string().regex(/^\d+$/), z.string()).optional(),
  });

/** A file of `packages/local/catalog/patents/`: an invention with its publications, which share the description. */
const invention = patentDocumentSchema
  .pick({
    title: true,
    abstract: true,
    family_id: true,
    assignees: true,
    inventors: true,
    cpc: true,
    objects: true,
    drawings: true,
  })
  .extend({
    publications: z.array(publication).min(1),
    /** Texts of the claims as filed. What each depends on is read out of its words. */
    claims: z.array(z.string().min(1)),
    /**
     * Paragraphs, and headings that begin with `# `. In their texts `_(n)` and `^(n)` are lowered and raised, lines with tabs
     * are a table, and `[formula 1]` names an object.
     */
    description: z.array(z.string().min(1)),
  });

type Invention = z.output<typeof invention>;

export const samplePatentsFolder = 'packages/local/catalog/patents';

/** Drawings of the sample patents: PNG files with the names that `stored` has. */
export const sampleImagesFolder = `${samplePatentsFolder}/images`;

/** The sample patents, in the order of files and publications. Throws for a file of another form. */
export async function readSamplePatents(root: string): Promise<PatentDocument[]> {
  const folder = join(root, samplePatentsFolder);
  const files = (await readdir(folder)).filter((file) => file.endsWith('.json')).sort();
  const inventions = await Promise.all(
    files.map(async (file) =>
      invention.parse(JSON.parse(await readFile(join(folder, file), 'utf8'))),
    ),
  );
  return inventions.flatMap(toDocuments);
}

function toDocuments({ publications, claims, description, ...shared }: Invention) {
  const paragraphs = numbered(description);
  return publications.map(({ claims: ownClaims, amended = {}, ...own }): PatentDocument => {
    const texts = (ownClaims ?? claims).map((text, position) => amended[position + 1] ?? text);
    const family = publications
      .filter(({ ucid }) => ucid !== own.ucid)
      .map(({ ucid, publication_date: date }) => ({
        ucid,
        title: shared.title,
        ...(date && { date }),
      }));
    return {
      ...shared,
      ...own,
      kind_code: own.ucid.slice(own.ucid.lastIndexOf('-') + 1),
      ...(family.length > 0 && { family, family_basis: 'made-up family' }),
      claims: texts.map((text, position) => ({
        number: position + 1,
        text,
        dependsOn: claimReferences(text, position + 1),
        ...marksOf(text),
      })),
      // Applications print the numbers of their paragraphs, grants do not.
      paragraphs: isApplication(own.ucid)
        ? paragraphs.map((one) => ({ ...one, printed: one.number }))
        : paragraphs,
    };
  });
}

const isApplication = (ucid: string) => /-A\d$/.test(ucid);

function numbered(description: readonly string[]): PatentDocument['paragraphs'] {
  const paragraphs: PatentDocument['paragraphs'] = [];
  let heading: string | undefined;
  for (const line of description) {
    if (line.startsWith('# ')) {
      heading = line.slice(2);
      continue;
    }
    const number = paragraphs.length + 1;
    paragraphs.push({ number, ...(heading && { heading }), text: line, ...marksOf(line) });
    heading = undefined;
  }
  return paragraphs;
}

const markForms: readonly [PatentMark['kind'], RegExp][] = [
  ['sub', /_\([^()]*\)/g],
  ['sup', /\^\([^()]*\)/g],
  ['table', /(?<=^|\n)[^\n]*\t[^\n]*(?:\n[^\n]*\t[^\n]*)*/g],
  ['formula', /\[(?<ref>formula \d+)\]/g],
  ['chemistry', /\[(?<ref>structure \d+)\]/g],
  ['figure', /\bFIG\. (?<ref>\d+[A-Z]?)/g],
  ['claim', /\bclaim (?<ref>\d+)/g],
];

/** What stands in a text by the forms of `description`. */
function marksOf(text: string): { marks?: PatentMark[] } {
  const marks = markForms.flatMap(([kind, form]) =>
    Array.from(
      text.matchAll(form),
      ({ 0: { length }, index, groups }): PatentMark => ({
        start: index,
        end: index + length,
        kind,
        ...(groups?.ref && { ref: groups.ref }),
        ...(kind === 'table' && { head_rows: 1 }),
      }),
    ),
  );
  return marks.length === 0 ? {} : { marks: marks.toSorted((a, b) => a.start - b.start) };
}

/** Rows of the catalogue's dataset, in the columns of `us_patents.csv`. */
export function sampleRows(patents: readonly PatentDocument[]): string {
  const { cited_by } = linksOf(patents);
  return patents
    .map((patent) => {
      const cells = [
        patent.ucid,
        patent.title,
        patent.abstract,
        patent.assignees.join('; '),
        patent.priority_date ?? '',
        patent.publication_date ?? '',
        patent.grant_date ?? '',
        patent.cpc.join('; '),
        patent.kind_code ?? '',
        (patent.ipc ?? []).join('; '),
        patent.inventors.join('; '),
        patent.family_id ?? '',
        patent.status?.text ?? '',
        patent.drawings?.[0]?.stored ?? '',
        patent.claims.map(({ number, text }) => `${number}. ${text}`).join('\n'),
        citationLinks(patent)
          .map(([cited]) => cited)
          .join('; '),
        String(cited_by[stemOfUcid(patent.ucid)]?.length ?? 0),
      ];
      return `${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')}\n`;
    })
    .join('');
}
