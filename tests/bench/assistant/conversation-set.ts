import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import * as z from 'zod';

/** What people ask an assistant for patents. */
export const kinds = [
  'exclusion',
  'owners',
  'inventors',
  'classes',
  'dates',
  'kinds',
  'like-these',
  'one-document',
  'summary',
  'comparison',
  'chart',
  'record',
  'numbers',
  'limits',
  'languages',
] as const;

/**
 * What holds of every document that the answer lists. Names and texts are regular expressions without regard to case.
 * A name that is only a legal form apart is the same.
 */
const each = z.strictObject({
  owner: z.string().optional(),
  not_owner: z.string().optional(),
  inventor: z.string().optional(),
  /** Beginnings of CPC symbols, without spaces. */
  class: z.string().optional(),
  not_class: z.string().optional(),
  office: z.string().optional(),
  /** Beginning of the kind code. */
  kind: z.string().optional(),
  not_kind: z.string().optional(),
  priority_before: z.iso.date().optional(),
  priority_after: z.iso.date().optional(),
  published_before: z.iso.date().optional(),
  published_after: z.iso.date().optional(),
  /** Title, abstract, claims and description have this, and not this. */
  holds: z.string().optional(),
  lacks: z.string().optional(),
});
export type Each = z.output<typeof each>;

const ucid = z.string().regex(/^[A-Z]{2}-\w+-\w+$/);

/** A message and what must be true of its answer. It says nothing of how the answer is made. */
const turn = z.strictObject({
  says: z.string(),
  /** Holds of each listed document; at least one is listed. */
  each: each.optional(),
  /** With `each`: to list none is right, too. */
  or_none: z.boolean().default(false),
  /** At least one document is listed. */
  lists: z.literal(true).optional(),
  /** No document is listed. */
  none_listed: z.literal(true).optional(),
  /** Listed or cited, each itself or another publication of its family. */
  cites: z.array(ucid).default([]),
  /** Regular expressions without regard to case that the answer matches, and that it does not match. */
  has: z.array(z.string()).default([]),
  lacks: z.array(z.string()).default([]),
});
export type Turn = z.output<typeof turn>;

const conversation = z.strictObject({ kind: z.enum(kinds), turns: z.array(turn).min(1) });
export type Conversation = z.output<typeof conversation>;

/** Those that the assistant was built with, and those whose failures nobody looked at meanwhile. */
export const halves = ['development', 'held-out'] as const;
export type Half = (typeof halves)[number];

export function readConversations(half: Half): Conversation[] {
  const file = join(import.meta.dirname, 'conversations', `${half}.yaml`);
  return z.array(conversation).parse(parse(readFileSync(file, 'utf8')));
}
