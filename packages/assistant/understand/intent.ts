import type { SearchFilters } from '#shared/assistant-tools.ts';

interface Filtered {
  filters: SearchFilters;
  /** Assumptions about ambiguous filters, shown in the answer. */
  notes: string[];
}

/** Part of a document that somebody wants to see. */
export type Part = 'claims' | 'abstract' | 'description' | 'facts';

/** The intent of a message. UCIDs lack their kind code if the message does. */
export type Intent =
  | (Filtered & {
      kind: 'search';
      query: string;
      /** Documents and assignees to leave out. */
      shown: string[];
      notBy: string[];
      /** The message describes an invention at length, so its features are compared one by one. */
      detailed: boolean;
    })
  | (Filtered & { kind: 'chart'; target?: string; claimNumber?: number; claimText?: string })
  | (Filtered & { kind: 'similar'; ucid: string; earlier: boolean })
  | { kind: 'read'; ucid: string; part: Part; claimNumber?: number }
  | { kind: 'question'; ucid: string; question: string }
  | { kind: 'question-all'; ucids: string[]; question: string }
  | { kind: 'compare'; ucids: string[] }
  | { kind: 'why-not'; ucid: string }
  | {
      kind: 'ask-back';
      about: 'subject' | 'patent' | 'which' | 'two';
      filters?: Partial<SearchFilters>;
    }
  | { kind: 'greeting' | 'about' | 'refuse' | 'off-topic' };
