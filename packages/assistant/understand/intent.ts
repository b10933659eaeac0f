import type { SearchFilters } from '#shared/assistant-tools.ts';

interface Filtered {
  filters: SearchFilters;
  /** Assumptions about ambiguous filters, shown in the answer. */
  notes: string[];
}

/** Part of a document that somebody wants to see. */
export type Part =
  | 'claims'
  | 'independent'
  | 'dependent'
  | 'tree'
  | 'abstract'
  | 'description'
  | 'figures'
  | 'facts';

/** What the record of a document says. */
export const facts = [
  'owner',
  'inventors',
  'dates',
  'classes',
  'family',
  'cites',
  'cited by',
  'status',
] as const;
export type Fact = (typeof facts)[number];

/** What a summary is about, if not about all. */
export type Aspect = 'problem' | 'solution' | 'advantages';

/** What the assistant does not do. */
export type Undone = 'legal' | 'opinion' | 'draft' | 'literature';

/** The intent of a message. UCIDs lack their kind code if the message does. */
export type Intent =
  | (Filtered & {
      kind: 'search';
      query: string;
      /** Documents to leave out. */
      shown: string[];
      /** The message describes an invention at length, so its features are compared one by one. */
      detailed: boolean;
      /** The language of the message, where that is not English. */
      language?: string;
    })
  | (Filtered & {
      kind: 'chart';
      target?: string;
      claimNumber?: number;
      claimText?: string;
      /** Documents to chart against; the nearest earlier ones if there are none. */
      against: string[];
    })
  | (Filtered & { kind: 'similar'; ucids: string[]; earlier: boolean })
  | { kind: 'read'; ucid: string; part: Part; claimNumber?: number; asked?: Fact[] }
  | { kind: 'summary'; ucid: string; aspect?: Aspect; isPlain: boolean }
  | { kind: 'define'; ucid: string; term: string }
  | { kind: 'question'; ucid: string; question: string }
  | { kind: 'question-all'; ucids: string[]; question: string }
  | { kind: 'compare'; ucids: string[] }
  | {
      kind: 'records';
      ucids: string[];
      asked: Fact[];
      isSorted: boolean;
      /** Only documents that have these are wanted: "which of them are by Hartwell?" */
      having?: SearchFilters;
    }
  | { kind: 'added-matter'; ucid: string; claimNumber?: number }
  | { kind: 'export' }
  | { kind: 'why-not'; ucid: string }
  | {
      kind: 'ask-back';
      about: 'subject' | 'patent' | 'which' | 'two' | 'day';
      filters?: Partial<SearchFilters>;
      /** What the next message is about, where this one asks about a detail. */
      query?: string;
      /** The day of which it asks whether documents are wanted before it. */
      day?: { kind: 'priority' | 'published'; day: string };
    }
  | { kind: 'cannot'; about: Undone; ucid?: string }
  | { kind: 'greeting' | 'about' | 'refuse' | 'off-topic' };
