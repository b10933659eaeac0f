import * as z from 'zod';
import { readPatent, rerankPatents } from '#functions/patents/index.ts';
import { limits } from '#shared/limits.ts';
import { placeName } from '#shared/place-name.ts';
import { type Tool, tool } from './tool.ts';

/** Text of a document that one call reads, in characters: some 30,000 tokens. */
const READ_LENGTH = 120_000;

const number = z
  .string()
  .min(1)
  .max(limits.ucidMaxLength)
  .describe('Publication number, in any spelling');

/** The tools of the index of patents, which has their documents. */
export const patentTools: Record<string, Tool> = {
  read_patent: tool({
    title: 'Read a patent',
    description:
      'Reads a patent: title, dates, owners, abstract and claims, or its description by paragraphs. Long descriptions go on from `next`.',
    arguments: z.strictObject({
      number,
      part: z.enum(['claims', 'description']).optional(),
      from: z.int().min(1).optional().describe('Paragraph that the description is read from'),
    }),
    async run({ number: wanted, part = 'claims', from = 1 }) {
      const patent = await readPatent(wanted);
      const { ucid, title, priority_date, publication_date, assignees, inventors, cpc } = patent;
      const about = { number: ucid, title, priority_date, publication_date };
      if (part === 'claims') {
        const { abstract, claims } = patent;
        const texts = within(claims, ({ text }) => text);
        return {
          answer: {
            ...about,
            assignees,
            inventors,
            cpc,
            abstract,
            claims: texts.map(({ number: claim, text, dependsOn }) => ({ claim, text, dependsOn })),
            ...(texts.length < claims.length && { claims_in_all: claims.length }),
          },
        };
      }
      const rest = patent.paragraphs.filter((paragraph) => paragraph.number >= from);
      const read = within(rest, ({ text }) => text);
      const next = rest[read.length]?.number;
      const paragraphs = read.map((paragraph) => ({
        paragraph: paragraph.number,
        place: placeName(patent, { part: 'paragraph', number: paragraph.number }),
        ...(paragraph.heading && { heading: paragraph.heading }),
        text: paragraph.text,
      }));
      return { answer: { ...about, paragraphs, ...(next !== undefined && { next }) } };
    },
  }),
  chart_claim: tool({
    title: 'Chart a claim',
    description:
      'Splits a claim into its elements and finds, in each of some patents, the passage that comes nearest to each element, word for word with its offsets. A score tells how much of the element the passage has. Give the number of a patent, whose first independent claim is taken, or the text of a claim.',
    arguments: z
      .strictObject({
        number: number.optional(),
        claim: z.string().min(1).max(limits.claimMaxLength).optional(),
        references: z.array(number).min(1).max(limits.toolMaxDocuments),
      })
      .refine(({ number: subject, claim }) => subject !== undefined || claim !== undefined, {
        error: 'Give number or claim.',
      }),
    async run({ number: subject, claim, references }) {
      const { elements, documents } = await rerankPatents({
        ucid: subject ?? null,
        claim_text: claim ?? null,
        candidates: references,
      });
      return { answer: { elements, references: documents } };
    },
  }),
};

/** Parts from the first on, as many as an assistant can take. */
function within<T>(parts: readonly T[], textOf: (part: T) => string): T[] {
  let left = READ_LENGTH;
  return parts.filter((part, position) => {
    left -= textOf(part).length;
    return left >= 0 || position === 0;
  });
}
