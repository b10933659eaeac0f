import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import * as z from 'zod';

const ucid = z.string().regex(/^[A-Z]{2}-\w+-\w+$/);

/** What must hold of an answer. What is not stated is not judged. */
const expectation = z.strictObject({
  /** Kind of the intent, as in `packages/assistant/understand/intent.ts`. */
  intent: z.string().optional(),
  /** Filters of the first search; those not named must be null. */
  filters: z.record(z.string(), z.string()).optional(),
  /** Documents that the answer cites, among others: each itself or another publication of its family. */
  documents: z.array(ucid).optional(),
  /** The document that is cited first. */
  first: ucid.optional(),
  /** Publications that it must not cite. */
  absent: z.array(ucid).optional(),
  /** It asks back, or says that nothing was found: it cites nothing. */
  citesNothing: z.boolean().optional(),
  /** Texts that the answer contains, and texts that it does not. */
  says: z.array(z.string()).optional(),
  never: z.array(z.string()).optional(),
  /** Names of the tools called, in their order. */
  calls: z.array(z.string()).optional(),
});
export type Expectation = z.output<typeof expectation>;

const turn = z.strictObject({
  says: z.string(),
  /** Output of the n-th call of this turn instead of the tool's: what a forging browser submits. */
  forged: z.record(z.string().regex(/^\d+$/), z.string()).optional(),
  expect: expectation,
});

const conversation = z.strictObject({
  about: z.string(),
  /** Whether it was there while the assistant was written, or came after and nothing was changed for it. */
  written: z.enum(['before', 'after']),
  /** All that it expects must hold, whatever the score of the others. */
  attack: z.boolean().default(false),
  /** Paragraphs that somebody has planted at the end of a patent. */
  planted: z.record(ucid, z.string()).default({}),
  turns: z.array(turn).min(1),
});
export type Conversation = z.output<typeof conversation> & { name: string };

const folder = join(import.meta.dirname, '../conversations');

export function readConversations(): Conversation[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.yaml'));
  return files.toSorted().map((file) => ({
    name: file.replace('.yaml', ''),
    ...conversation.parse(parse(readFileSync(join(folder, file), 'utf8'))),
  }));
}
