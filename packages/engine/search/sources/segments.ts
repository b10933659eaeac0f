import { type FilterTree, filteredColumn } from '../../conditions.ts';
import { once } from '../../file/once.ts';
import { readsGoOut } from '../../file/read-queue.ts';
import type { IndexState, LoadedIndex } from '../../opening/index-state.ts';
import {
  addNearest,
  type Candidates,
  countBest,
  fewerCandidates,
  fillCandidates,
  findCandidates,
  isFilled,
  NO_CANDIDATES,
  type NumberOf,
} from '../../query/candidates.ts';
import { KeptScales, type TextScale } from '../../query/kept-scales.ts';
import { unitsOf } from '../../query/query-vectors.ts';
import {
  BESIDE,
  CANDIDATES,
  PAGED_CANDIDATES,
  PAGED_CODE_BITS,
  RERANKED,
} from '../../ranking-constants.ts';
import type { SchemaColumn } from '../../schema.ts';
import { readFilterColumn } from '../../segment/filter-column.ts';
import { valuesOfRows } from '../../segment/group-rows.ts';
import type { Segment, TermParts } from '../../segment/open.ts';
import { ensureLists, impactOf } from '../../segment/posting-lists.ts';
import { BestSums } from '../../segment/posting-scan.ts';
import { compileTree } from '../../segment/row-filter.ts';
import { firstRows, locate } from '../../segment/row-numbers.ts';
import { allRows, countRows, joined, noRows, type RowSet, setOf } from '../../segment/row-set.ts';
import type { Analyzer } from '../../text/analyze.ts';
import { lookUp, type ParsedQuery, type TermEntry } from '../../words/terms.ts';
import { areNumbers, type KnownWords, termsToAsk, wordsOf } from '../../words/unknown-words.ts';
import type { EncodedQuery, QueryEncoder } from '../query.ts';
import type { ListedRow, Matches, Retrieved, RowLease, RowSource, Wanted } from '../row-source.ts';
import { SegmentMatches } from './segment-matches.ts';

/** Requests that one step of a search may cost, over all segments. More would wait for each other. */
const MAX_READS = 64;

const ignore = () => {};

/**
 * Rows in the segments of an index, whose memory fills up page by page. Each step brings into memory what the next one reads:
 * many places at once, because a request to a store takes as long as reading megabytes. An index that is not resident gives
 * fewer candidates, and fills them up by codes instead of vectors.
 */
export class SegmentSource implements RowSource<readonly RowSet[], Candidates> {
  readonly model: IndexState['model'];
  readonly encoder: QueryEncoder;
  readonly isPart: boolean;
  readonly rowCount: number;
  readonly version: number;
  readonly meanBurstiness: number;
  readonly own: IndexState['own'];
  readonly #state: IndexState;
  readonly #firsts: Uint32Array;
  readonly #readsPerSegment: number;
  readonly #scales = new KeptScales();
  /** From the second step of the first search on. */
  #loaded: LoadedIndex | undefined;

  /** @param isPart whether rows that are not `alive` are beyond what the reader sees */
  constructor(state: IndexState, isPart = false) {
    this.#state = state;
    this.isPart = isPart;
    this.model = state.model;
    this.encoder = state.encoder;
    this.rowCount = isPart
      ? state.alive!.reduce((sum, set) => sum + countRows(set), 0)
      : state.rowCount;
    this.version = state.version;
    this.meanBurstiness = state.meanBurstiness;
    this.own = state.own;
    this.#firsts = firstRows(state.segments);
    this.#readsPerSegment = Math.max(1, Math.floor(MAX_READS / state.segments.length));
  }

  async #open(): Promise<LoadedIndex> {
    this.#loaded = await this.#state.open();
    return this.#loaded;
  }

  get #index(): LoadedIndex {
    if (!this.#loaded) throw new Error('No search has opened the index.');
    return this.#loaded;
  }

  /** Terms and posting lists of all segments. */
  readonly #openTerms = once(() =>
    Promise.all(this.#state.segments.map((segment) => segment.terms())),
  );

  /** Reads, unless nothing is left to read. */
  async #unlessResident(reads: () => readonly Promise<unknown>[]): Promise<void> {
    if (!this.#state.isResident()) await Promise.all(reads());
  }

  /** Those of some terms that the model does not have: they are looked up in the table of each segment. */
  async #unlisted(terms: readonly string[]): Promise<string[]> {
    const { vocabulary } = this.model;
    await vocabulary.ensure(terms);
    return terms.filter((term) => vocabulary.find(term) < 0);
  }

  /** Pages for looking up terms in the lexicons of all segments, which it gives. */
  async #readTerms(terms: readonly string[]): Promise<TermParts[]> {
    const parts = await this.#openTerms();
    await this.#unlessResident(() => [
      this.#unlisted(terms).then((rest) =>
        Promise.all(parts.map(({ lexicon }) => lexicon.terms.ensure(rest, this.#readsPerSegment))),
      ),
    ]);
    return parts;
  }

  async counts(terms: readonly string[]): Promise<TermEntry[]> {
    const parts = await this.#readTerms(terms);
    const entries = lookUp(
      parts.map(({ lexicon }) => lexicon),
      this.model.vocabulary,
      terms,
    );
    return this.isPart ? this.#countSeen(entries) : entries;
  }

  /** The same counts over the rows that are seen. How often they repeat a term is not looked at: as often as any. */
  async #countSeen(entries: readonly TermEntry[]): Promise<TermEntry[]> {
    const parts = await this.#readLists(entries);
    const alive = this.#state.alive!;
    return entries.map(({ numbers }) => {
      let df = 0;
      for (const [s, { postings }] of parts.entries()) {
        if (numbers[s]! < 0) continue;
        const sink = { keep: alive[s]!, best: new BestSums(1), matched: 0 };
        postings.collect([{ number: numbers[s]!, weight: 1 }], [sink], this.#firsts[s]!);
        df += sink.matched;
      }
      return { df, repeated: df * this.meanBurstiness, numbers };
    });
  }

  /** Posting lists of terms. It gives those of all segments. */
  async #readLists(terms: readonly Pick<TermEntry, 'numbers'>[]): Promise<TermParts[]> {
    const parts = await this.#openTerms();
    await this.#unlessResident(() =>
      parts.map(({ postings }, s) => {
        const numbers = terms.map((term) => term.numbers[s]!).filter((number) => number >= 0);
        return ensureLists(postings.lists, numbers, this.#readsPerSegment);
      }),
    );
    return parts;
  }

  async words(text: string, analyzer: Analyzer, unknown: readonly string[]): Promise<KnownWords> {
    const { parts, speller } = await this.#open();
    // Of a large index, the table for looking up terms is several times their text: only what is looked up is read of it.
    await this.#unlessResident(() => [
      this.#readTerms(termsToAsk(text, analyzer, unknown)),
      // A number is only joined with the words beside it.
      ...(areNumbers(text, analyzer, unknown)
        ? []
        : parts.map(({ lexicon }) => lexicon.terms.readText())),
    ]);
    return wordsOf(
      parts.map(({ lexicon }) => lexicon),
      this.model.vocabulary,
      speller,
    );
  }

  /**
   * The concept vectors of a query's units, and posting lists of its terms. While they are on their way, a fresh index opens the
   * rest of its segments and makes the table of similar words, so that ranking need not wait for that.
   */
  async prepare({ query, terms }: ParsedQuery): Promise<void> {
    await Promise.all([
      this.#unlessResident(() => [
        this.#state.modelParts.projection(unitsOf(this.model, query).map(({ unit }) => unit)),
      ]),
      this.#readLists(terms),
      this.#loaded ?? readsGoOut().then(() => this.#open()),
      terms.length > 0 ? this.encoder.similarWords() : undefined,
    ]);
  }

  readAhead(columns: readonly SchemaColumn[], hasText: boolean): void {
    const { segments, modelParts } = this.#state;
    this.#unlessResident(() => [
      ...(hasText ? [modelParts.associations()] : []),
      ...segments.flatMap(({ file }) => columns.map((column) => readFilterColumn(file, column))),
    ]).catch(ignore);
  }

  async filter(trees: readonly FilterTree[]): Promise<readonly RowSet[]> {
    if (trees.length === 0) return this.#allRows();
    const { schema } = this.model;
    const find = compileTree({ and: trees }, schema, (filter) =>
      filteredColumn(schema.columns, filter),
    );
    const { segments, alive } = this.#state;
    const kept = await Promise.all(segments.map((segment, s) => find(segment, this.#firsts[s]!)));
    return alive ? kept.map((set, s) => joined([set, alive[s]!], 'and')) : kept;
  }

  all(filter: readonly RowSet[] | undefined): Matches {
    return this.#matches(filter ?? this.#allRows());
  }

  #allRows(): readonly RowSet[] {
    const { segments, alive } = this.#state;
    return alive ?? segments.map(({ facts }) => allRows(facts.rowCount));
  }

  #matches(sets: readonly RowSet[]): Matches {
    const { segments, isResident, keptParts } = this.#state;
    return new SegmentMatches(segments, sets, isResident() ? keptParts : undefined);
  }

  async find(
    { terms }: ParsedQuery,
    { concept, own }: EncodedQuery,
    filter: readonly RowSet[] | undefined,
    { limit, matches: needsMatches, scale: { known } }: Wanted,
  ): Promise<Retrieved<Candidates>> {
    const { parts, isResident } = this.#index;
    const isPaged = !isResident();
    // Of a part, rows count as with a filter: how near in meaning a row must be to count follows from all rows.
    const keeps = filter ?? (this.isPart ? this.#state.alive : undefined);
    const scaled = isPaged ? PAGED_CANDIDATES : CANDIDATES;
    const wanted = Math.max(scaled, limit);
    if (known && !keeps && !needsMatches && wanted === scaled) {
      const { candidates } = known;
      return {
        scale: candidates,
        found: candidates,
        matched: candidates.matched,
        passing: 0,
        matches: () => this.#matches([]),
      };
    }
    const having =
      needsMatches || own ? parts.map(({ facts }) => noRows(facts.rowCount)) : undefined;
    const { alive } = this.#state;
    const counts = keeps?.map((set) => countRows(set));
    const candidates = findCandidates(parts, terms, [
      ...(keeps && !known ? [{ keeps: alive }] : []),
      { keeps: keeps ?? alive, counts, found: having },
    ]);
    const [ofIndex, kept] = [known?.candidates ?? candidates[0]!, candidates.at(-1)!];
    const passing = counts?.reduce((sum, count) => sum + count, 0) ?? 0;
    // Where the best of the index have words, these are found if they pass, and only some others.
    const isShortOfWords = ofIndex.count < scaled || isFilled(ofIndex);
    const some = Math.max(BESIDE, limit, countBest(kept, ofIndex));
    const enough = keeps && !own && !isShortOfWords ? Math.min(wanted, some) : wanted;
    // If few rows pass, all are ranked, and it need not be known which are near.
    const isEach = (count: number) => keeps !== undefined && !own && passing <= count;
    // Without filters, rows by meaning are also counted.
    const isShort =
      ofIndex.count < (keeps ? scaled : CANDIDATES) ||
      (!isEach(enough) && kept.count < (having ? CANDIDATES : enough));
    const { comparesVectors } = this.#state;
    // What tells near rows is in memory, or read now.
    const mayCompare = !isPaged || isShort;
    if (isPaged && isShort && concept) await this.#readNear();

    const fill = (rows: Candidates, among: readonly RowSet[] | undefined, count: number) => {
      const near = among && isEach(count) ? null : concept;
      // All of a thousand rows that pass count, so vectors may choose those that are ranked: it is quicker than reading all codes.
      const isExact = comparesVectors || (among !== undefined && !isPaged && isEach(CANDIDATES));
      return rows.count < (among ? count : CANDIDATES) && (near ? mayCompare : among && !own)
        ? fillCandidates(parts, rows, near, { filtered: among, alive }, count, isExact)
        : fewerCandidates(rows, count);
    };
    if (own) await this.#readOwn(isPaged);
    const hasWords = terms.length > 0;
    const codes = own ? Math.ceil(PAGED_CODE_BITS / own.vector.rotated.length) : 0;
    /** So many rows count as matches because their own vectors are near: fewer beside words, more where codes are short. */
    const counting = Math.max(hasWords ? RERANKED : CANDIDATES, codes);
    const fewest = isPaged ? Math.max(PAGED_CANDIDATES, codes) : counting;
    /** @param nearest rows that are added for their own vectors */
    const complete = (
      rows: Candidates,
      among: readonly RowSet[] | undefined,
      count: number,
      nearest: number,
    ) => {
      const filled = fill(rows, among, count);
      if (!own) return filled;
      const added = {
        vector: own.vector,
        terms,
        count: nearest,
        isExact: comparesVectors || !(isPaged || hasWords),
        isCut: rows.count >= count,
      };
      return addNearest(parts, filled, { filtered: among, alive }, added);
    };
    const scale = known?.candidates ?? complete(ofIndex, undefined, scaled, fewest);
    // No more rows are found than count.
    const most = wanted > scaled ? Math.min(counting, Math.max(wanted, fewest)) : fewest;
    const found = keeps || wanted > scaled ? complete(kept, keeps, enough, most) : scale;
    // If few rows have a word, those that fill them up count, too; and those that are near by their own vectors.
    const isCounted = own !== undefined || kept.matched < CANDIDATES;
    const filling = () => (own && !isPaged ? found : complete(kept, keeps, CANDIDATES, counting));
    const more = having && isCounted ? this.#setsOf(filling()) : undefined;
    const counted = own
      ? more!.map((set, s) => joined([set, having![s]!], 'or'))
      : (more ?? having);
    const withWords = keeps ? kept.matched : scale.matched;
    return {
      scale,
      found,
      matched: own ? counted!.reduce((sum, set) => sum + countRows(set), 0) : withWords,
      passing,
      matches: () => this.#matches(counted!),
    };
  }

  /** Rows that are grouped by segment, as sets. */
  #setsOf({ rows, starts }: Pick<Candidates, 'rows' | 'starts'>): RowSet[] {
    return this.#state.segments.map(({ facts }, s) =>
      setOf(facts.rowCount, rows.subarray(starts[s], starts[s + 1])),
    );
  }

  async collect(hits: readonly ListedRow[]): Promise<Candidates> {
    const found = this.#grouped(hits);
    await this.read(found);
    return found;
  }

  only(hits: readonly ListedRow[]): Matches {
    return this.#matches(this.#setsOf(this.#grouped(hits)));
  }

  /** Hits as candidates, grouped by segment. */
  #grouped(hits: readonly ListedRow[]): Candidates {
    const own = this.#state.segments.map((_, s) => hits.filter(({ segment }) => segment === s));
    const starts = new Uint32Array(own.length + 1);
    for (const [s, some] of own.entries()) starts[s + 1] = starts[s]! + some.length;
    const rows = Uint32Array.from(own.flat(), ({ row }) => row);
    return { ...NO_CANDIDATES, count: rows.length, rows, starts, numberOf: this.#numberOf };
  }

  readonly #numberOf: NumberOf = ({ segment, row }) => this.#firsts[segment]! + row;

  scaleOf(text: string): TextScale {
    // A paged index has other scales.
    return this.#scales.of(text, this.#state.isResident());
  }

  /** What finding the nearest rows reads: codes or, of few rows, vectors. */
  async #readNear(): Promise<void> {
    const reads = this.#state.comparesVectors
      ? this.#index.features.map((features) => features.all())
      : this.#state.segments.map((segment) => segment.readCodes());
    await Promise.all(reads);
  }

  /** What finding the nearest own vectors reads: which rows have one and, while the index is paged, codes or vectors. */
  async #readOwn(isPaged: boolean): Promise<void> {
    await Promise.all(
      this.#index.parts.flatMap(({ own }) => {
        if (isPaged && this.#state.comparesVectors) return own!.all();
        return [own!.readScales(), ...(isPaged ? [own!.readCodes()] : [])];
      }),
    );
  }

  /** Rows lie far apart: a request for each is quicker than reading what is between them. */
  async read({ rows, starts, readsOwn }: Candidates): Promise<void> {
    const { parts, features, rowTerms } = await this.#open();
    await this.#unlessResident(() => [
      ...features.flatMap((features, s) => {
        const own = rows.subarray(starts[s], starts[s + 1]);
        const reads = [features.ensure(own)];
        if (readsOwn) reads.push(parts[s]!.own!.ensure(own));
        return reads;
      }),
      this.#state.modelParts
        .associations()
        .then(() => rowTerms.setVectors(this.model.associations)),
    ]);
  }

  place(): RowLease {
    const { parts, rowTerms } = this.#index;
    return this.#state.lender.lend({
      parts,
      rowTerms,
      impactOf: ({ segment, row }, term) => impactOf(parts[segment]!.postings.lists, term, row),
    });
  }

  cells(rows: readonly number[], columns: readonly number[]): Promise<string[][]> {
    return this.#readEach(rows, ({ rowStore }, own) => rowStore.read(own, columns));
  }

  values(rows: readonly number[], column: SchemaColumn): Promise<(string | undefined)[]> {
    return this.#readEach(rows, (segment, own) => valuesOfRows(segment, own, column));
  }

  /** Reads something of each of some rows, all those of a segment at once. */
  async #readEach<T>(
    numbers: readonly number[],
    read: (segment: Segment, rows: readonly number[]) => Promise<readonly T[]>,
  ): Promise<T[]> {
    const each: T[] = Array(numbers.length);
    const places = this.#state.segments.map((): number[] => []);
    for (const [place, number] of numbers.entries()) {
      places[locate(this.#firsts, number).segment]!.push(place);
    }
    const reads = this.#state.segments.map(async (segment, s) => {
      const own = places[s]!;
      if (own.length === 0) return;
      const first = this.#firsts[s]!;
      const found = await read(
        segment,
        own.map((place) => numbers[place]! - first),
      );
      for (const [i, place] of own.entries()) each[place] = found[i]!;
    });
    await Promise.all(reads);
    return each;
  }

  readExplanations(): Promise<void> {
    const { modelParts } = this.#state;
    return this.#unlessResident(() => [
      this.model.vocabulary.all(),
      modelParts.allProjections(),
      modelParts.surfaces(),
    ]);
  }
}
