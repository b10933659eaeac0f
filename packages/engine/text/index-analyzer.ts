import { type Analyzer, createAnalyzer, type TermSink } from './analyze.ts';
import { LanguageTeller } from './language-teller.ts';
import type { Language } from './languages.ts';
import { tokenize } from './tokenize.ts';

/** How a text of an index is analysed. */
export interface ToldText {
  readonly analyzer: Analyzer;
  /** Those of the other languages of the index that the text may be in as well. */
  readonly others: readonly Analyzer[];
}

/** Analyses texts of an index, of which each cell and each query may be in another language. */
export class IndexAnalyzer {
  /** One for each language of the index, that of most rows first. */
  readonly analyzers: readonly Analyzer[];
  readonly #teller: LanguageTeller | undefined;

  /** @param languages of the index, that of most rows first */
  constructor(languages: readonly Language[]) {
    this.analyzers = languages.map(createAnalyzer);
    if (languages.length > 1) this.#teller = new LanguageTeller(languages);
  }

  /** The analyzer of cells whose language is not told. */
  get main(): Analyzer {
    return this.analyzers[0]!;
  }

  /** Tells the language of a text. */
  tell(text: string): ToldText {
    const told = this.#teller?.tellText(text) ?? 0;
    if (told >= 0) return { analyzer: this.analyzers[told]!, others: [] };
    return { analyzer: this.main, others: this.analyzers.slice(1) };
  }

  /** Emits the terms of a text in order; of one whose language is not told, those that it has in any. */
  terms(text: string, sink: TermSink): void {
    const { analyzer, others } = this.tell(text);
    if (others.length === 0) {
      analyzer.terms(text, sink);
      return;
    }
    tokenize(text, (word, start, end) => {
      for (const term of new Set(this.analyzers.map((one) => one.termOf(word)))) {
        if (term !== '') sink(term, start, end);
      }
    });
  }

  /** Whether a word in lower case carries no topic in a query, in one of the languages. */
  isQueryStop(word: string): boolean {
    return this.analyzers.some((analyzer) => analyzer.isQueryStop(word));
  }

  /**
   * The places of the languages of cells among the analyzers; undefined if there is one language.
   * @param fields cells of a row
   */
  languagesOfCells(
    bytes: Uint8Array,
    starts: Uint32Array,
    ends: Uint32Array,
    fields: number,
  ): Uint8Array | undefined {
    const told = this.#teller?.tellCells(bytes, starts, ends, fields);
    return told && Uint8Array.from(told, (place) => Math.max(0, place));
  }
}
