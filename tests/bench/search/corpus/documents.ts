import { gaussian, type Random, seededRandom } from '#engine/random.ts';
import { Sampler, zipfWeights } from './sampler.ts';
import { CONTENT_WORDS, contentWord, functionWord, functionWordCount } from './vocabulary.ts';

const FIELDS = 24;
const TOPICS = 400;
const FIELD_WORDS = 6_000;
const TOPIC_WORDS = 2_000;
/** Mean number of words of a document, unless another one is asked for. */
export const MEAN_WORDS = 80;
/** Values of the column `section`; filtering by one keeps 0.8% of the rows. */
const SECTIONS = 125;

/** The theme of a document or query: topics with their shares. */
interface Theme {
  readonly topics: readonly Topic[];
  readonly mix: Sampler;
}

interface Topic {
  readonly field: number;
  readonly words: Uint32Array;
}

/** A row of the generated dataset. */
export interface Document {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly date: string;
  readonly section: string;
}

/**
 * Generates text with the statistics of real text that matter to search engines. Word frequencies follow
 * Zipf's law, and the vocabulary keeps growing. Documents mix one to four topics in any proportion, and topics
 * of a field share words, so there are no clean clusters. Words recur within a document, and some occur
 * together. Document i does not depend on the number of documents.
 */
export class TextSource {
  readonly #seed: number;
  readonly #meanWords: number;
  readonly #topics: Topic[] = [];
  readonly #fields = new Sampler(zipfWeights(FIELDS, 0.7));
  readonly #functionWords = new Sampler(zipfWeights(functionWordCount, 0.9, 0.5));
  readonly #background = new Sampler(zipfWeights(CONTENT_WORDS, 1.6, 300));
  readonly #topicRanks = new Sampler(zipfWeights(TOPIC_WORDS, 0.85));

  constructor(seed: number, meanWords: number = MEAN_WORDS) {
    this.#seed = seed;
    this.#meanWords = meanWords;
    const random = seededRandom(seed);
    const draw = () => this.#background.draw(random);
    const pools = Array.from({ length: FIELDS }, () =>
      Uint32Array.from({ length: FIELD_WORDS }, draw),
    );
    for (let t = 0; t < TOPICS; t++) {
      const field = t % FIELDS;
      const words = Uint32Array.from({ length: TOPIC_WORDS }, () =>
        random() < 0.5 ? draw() : pools[field]![Math.floor(random() * FIELD_WORDS)]!,
      );
      this.#topics.push({ field, words });
    }
  }

  /** A separate stream of random numbers for each document and query. */
  #random(kind: number, number: number): Random {
    return seededRandom((this.#seed + Math.imul(number * 4 + kind, 0x9e3779b1)) | 0);
  }

  #theme(random: Random): Theme {
    const field = this.#fields.draw(random);
    const ofField = () => {
      const perField = Math.floor((TOPICS - 1 - field) / FIELDS) + 1;
      return this.#topics[field + FIELDS * Math.floor(random() * perField)]!;
    };
    const any = () => this.#topics[Math.floor(random() * TOPICS)]!;
    const topics = [ofField()];
    while (topics.length < 4 && random() < 0.6) topics.push(random() < 0.6 ? ofField() : any());
    return { topics, mix: new Sampler(topics.map(() => -Math.log(1 - random()) + 0.1)) };
  }

  /** Words of a text on a theme. `functionShare` of them are function words. */
  #words(random: Random, theme: Theme, count: number, functionShare: number): string[] {
    const words: string[] = [];
    const said: number[] = [];
    let partner = -1;
    while (words.length < count) {
      const x = random();
      if (x < functionShare) {
        words.push(functionWord(this.#functionWords.draw(random)));
        continue;
      }
      let rank: number;
      if (partner >= 0 && random() < 0.2) rank = partner;
      else if (said.length > 0 && random() < 0.12) rank = said[Math.floor(random() * said.length)]!;
      else if (random() < 0.28) rank = this.#background.draw(random);
      else rank = this.#topicWord(random, theme.topics[theme.mix.draw(random)]!);
      // The word that often follows this one.
      partner = theme.topics[0]!.words[(rank * 31) % 97]!;
      said.push(rank);
      words.push(contentWord(rank, random()));
    }
    return words;
  }

  #topicWord(random: Random, topic: Topic): number {
    return topic.words[this.#topicRanks.draw(random)]!;
  }

  document(number: number): Document {
    const random = this.#random(0, number);
    const theme = this.#theme(random);
    const length = Math.exp(0.45 * gaussian(random)() - 0.45 ** 2 / 2) * this.#meanWords;
    const words = Math.round(Math.min(5 * this.#meanWords, Math.max(12, length)));
    const day = new Date(Date.UTC(2000, 0, 1 + Math.floor(random() * 9_000)));
    return {
      id: `doc-${number}`,
      title: this.#words(random, theme, 4 + Math.floor(random() * 6), 0.2).join(' '),
      text: `${this.#words(random, theme, words, 0.38).join(' ')}.`,
      date: day.toISOString().slice(0, 10),
      section: section(Math.floor(random() * SECTIONS)),
    };
  }

  /** A query of that many distinct content words on one theme. */
  query(number: number, terms: number): string {
    const random = this.#random(1, number);
    const theme = this.#theme(random);
    const distinct = new Set<string>();
    while (distinct.size < terms) distinct.add(this.#words(random, theme, 1, 0)[0]!);
    return [...distinct].join(' ');
  }

  /** Queries of three to ten terms. */
  shortQueries(count: number): string[] {
    return Array.from({ length: count }, (_, i) => this.query(i, 3 + (i % 8)));
  }

  /** Queries of sixty terms, like a patent claim. */
  longQueries(count: number): string[] {
    return Array.from({ length: count }, (_, i) => this.query(1_000_000 + i, 60));
  }
}

/** A value of the column `section`. */
export const section = (number: number) => `S${String(number % SECTIONS).padStart(3, '0')}`;
