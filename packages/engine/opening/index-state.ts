import { crc32 } from 'node:zlib';
import {
  type ConceptModel,
  type ModelParts,
  type OpenedModel,
  readModelParts,
} from '../concept/model.ts';
import { lazy, once } from '../file/once.ts';
import { RowTerms } from '../query/row-terms.ts';
import { FEW_ROWS } from '../ranking-constants.ts';
import { QueryEncoder } from '../search/query.ts';
import { Lender, type OwnSpace } from '../search/row-source.ts';
import { facetBytes, KeptParts } from '../segment/counted-parts.ts';
import type { ForwardSource } from '../segment/forward-rows.ts';
import type { SearchParts, Segment } from '../segment/open.ts';
import { RowFeatures } from '../segment/row-features.ts';
import type { RowSet } from '../segment/row-set.ts';
import { Speller } from '../words/spelling.ts';

/** An opened index, shared by all steps of a search. */
export interface IndexState {
  readonly model: ConceptModel;
  readonly modelParts: ModelParts;
  readonly encoder: QueryEncoder;
  readonly segments: readonly Segment[];
  /** Absent without a column of vectors. */
  readonly own?: OwnSpace | undefined;
  /** Of all segments, with deleted rows. */
  readonly rowCount: number;
  /**
   * Whether vectors instead of codes tell which rows are near in meaning, whatever is in memory: of few rows that fit. Changes do not
   * change it.
   */
  readonly comparesVectors: boolean;
  /** The rows of each segment that searches may find. Absent if these are all. */
  readonly alive?: readonly RowSet[];
  /** Tells versions of the index apart. */
  readonly version: number;
  /** Share of postings whose term occurs at least twice in its row. */
  readonly meanBurstiness: number;
  /** Of the memory of its rows. */
  readonly lender: Lender;
  /** Of the last facets. */
  readonly keptParts: KeptParts;
  /** Whether nothing is left to read. */
  readonly isResident: () => boolean;
  /** Reads what every search needs, once. The rest comes into memory on demand. */
  readonly open: () => Promise<LoadedIndex>;
  /** Reads everything that searches may need, once. */
  readonly load: () => Promise<LoadedIndex>;
  /** Reads whole sections of at most so many bytes together, those first that help most searches. Once. */
  readonly loadSections: (maxBytes: number) => Promise<void>;
}

/**
 * What searches read, in arrays for the whole index that fill up page by page: see `SegmentSource`. All searches
 * share the memory of the kernels, which they lease; see `RowLease`.
 */
export interface LoadedIndex {
  /** By segment. */
  readonly parts: readonly SearchParts[];
  readonly features: readonly RowFeatures[];
  readonly rowTerms: RowTerms;
  /** Created at the first unknown word. */
  readonly speller: () => Speller;
  /** Whether nothing is left to read. */
  readonly isResident: () => boolean;
}

/** See `IndexState.meanBurstiness`. */
export function meanBurstiness(segments: readonly Pick<Segment, 'facts'>[]): number {
  const sum = (of: (facts: Segment['facts']) => number) =>
    segments.reduce((total, { facts }) => total + of(facts), 0);
  const postings = sum((facts) => facts.postingCount);
  return postings > 0 ? sum((facts) => facts.repeatedCount) / postings : 0;
}

/** Makes room for the rows of segments. */
type PlaceRows = (sources: readonly ForwardSource[]) => RowTerms | Promise<RowTerms>;

/** Segments of an index, which come into memory together. */
export interface JoinedSegments
  extends Pick<IndexState, 'segments' | 'isResident' | 'open' | 'load'> {}

export const rowsOf = (segments: readonly Segment[]) =>
  segments.reduce((sum, { facts }) => sum + facts.rowCount, 0);

/** Joins opened files. */
export function joinSegments(
  opened: OpenedModel,
  segments: readonly Segment[],
  placeRows: PlaceRows,
): JoinedSegments {
  let isResident = false;
  const open = once(() => openParts(segments, placeRows, () => isResident));
  const load = once(async () => {
    const loaded = await open();
    await readSections(sectionsOf(opened, loaded), Number.POSITIVE_INFINITY);
    isResident = true;
    return loaded;
  });
  return { segments, isResident: () => isResident, open, load };
}

/**
 * Joins opened files and adds up their corpus-wide counts.
 * @param spareBytes see `openState`
 */
export function joinState(
  opened: OpenedModel,
  segments: readonly Segment[],
  spareBytes = Number.POSITIVE_INFINITY,
): IndexState {
  const { model } = opened;
  const rowCount = rowsOf(segments);
  const joined = joinSegments(opened, segments, (sources) => RowTerms.of(model, sources, rowCount));
  let sections: (() => Promise<void>) | undefined;
  return {
    ...joined,
    model,
    modelParts: opened.parts,
    encoder: new QueryEncoder(model),
    rowCount,
    comparesVectors: rowCount <= FEW_ROWS && spareBytes >= 0,
    lender: new Lender(),
    keptParts: new KeptParts(Math.min(spareBytes, facetBytes(rowCount))),
    version: crc32(Uint32Array.of(model.crc, ...segments.map(({ file }) => file.crc))),
    meanBurstiness: meanBurstiness(segments),
    loadSections: (maxBytes) => {
      sections ??= once(async () =>
        readSections(sectionsOf(opened, await joined.open()), maxBytes),
      );
      return sections();
    },
  };
}

async function openParts(
  segments: readonly Segment[],
  placeRows: PlaceRows,
  isResident: () => boolean,
): Promise<LoadedIndex> {
  const [parts, sources] = await Promise.all([
    Promise.all(segments.map((segment) => segment.parts())),
    Promise.all(segments.map((segment) => segment.forward())),
  ]);
  const rowTerms = await placeRows(sources);
  const features = await Promise.all(
    segments.map(({ file, facts }, s) => {
      const { bytes, offsets, associationNorms } = rowTerms.forward(s);
      const { values, scales } = parts[s]!.vectors;
      const to = { values, scales, norms: associationNorms, terms: bytes, offsets };
      return RowFeatures.open(file, to, facts.longestRow);
    }),
  );
  for (const { file } of segments) file.releaseHead();
  for (const { lexicon } of parts) lexicon.tabulate();
  return loadedOf({ parts, features, rowTerms, isResident }, parts.length);
}

/**
 * Adds what is made on demand.
 * @param built number of its segments that changes have not added
 */
export const loadedOf = (loaded: Omit<LoadedIndex, 'speller'>, built: number): LoadedIndex => ({
  ...loaded,
  speller: lazy(
    () =>
      new Speller(
        loaded.parts.map(({ lexicon }) => lexicon),
        built,
      ),
  ),
});

/** A part of an index that is brought into memory as a whole. */
interface Section {
  readonly sizeBytes: number;
  all(): Promise<void>;
}

/** All parts of an index, in the order that helps most searches first. Those of one list are read together. */
function sectionsOf({ model, parts }: OpenedModel, loaded: LoadedIndex): Section[][] {
  const readModel = async () => {
    await readModelParts({ model, parts });
    loaded.rowTerms.setVectors(model.associations);
  };
  const terms = loaded.parts.map(({ lexicon }) => lexicon.terms);
  return [
    [{ sizeBytes: parts.sizeBytes, all: readModel }, ...terms],
    ...loaded.parts.map(({ postings }) => [postings.lists.pages]),
    ...loaded.features.map((features) => [features]),
    ...loaded.parts.flatMap(({ own }) => (own ? [[own]] : [])),
  ];
}

/** Brings sections into memory until the next one would exceed a number of bytes. */
async function readSections(sections: readonly Section[][], maxBytes: number): Promise<void> {
  let sum = 0;
  for (const list of sections) {
    const fitting = list.filter(({ sizeBytes }) => {
      sum += sizeBytes;
      return sum <= maxBytes;
    });
    await Promise.all(fitting.map((section) => section.all()));
    if (sum > maxBytes) return;
  }
}
