import type { RowEvent } from '../csv/read.ts';
import { DatasetError } from '../errors.ts';
import { seededRandom } from '../random.ts';
import type { IndexSchema } from '../schema.ts';
import { associationVectors } from './associations.ts';
import { halfDocumentMap } from './half-map.ts';
import { foldAssociations, foldIn, type ModelFacts, writeModel } from './model.ts';
import { type QuantizedRows, quantizeRows } from './quantize.ts';
import { sampleTerms, searchedColumns, type TermSample } from './sample.ts';
import { SparseBuilder } from './sparse.ts';
import { truncatedSvd } from './svd.ts';

/** Settings of a training run; the same seed and rows give the same bytes. */
export interface TrainOptions {
  readonly seed: number;
  /** Rows the model is trained on at most. Default 50,000. */
  readonly maxSampledRows?: number;
  /** Dimensions of concept space at most. Default 256. */
  readonly dimensions?: number;
}

/** What a training run found; shown as progress and on the quality card. */
export interface TrainSummary {
  readonly language: string;
  readonly rows: number;
  readonly sampledRows: number;
  readonly terms: number;
  readonly dimensions: number;
}

/** A trained model as a file, with its summary. */
export interface TrainedModel {
  readonly bytes: Uint8Array;
  readonly summary: TrainSummary;
}

const MAX_SAMPLED_ROWS = 50_000;
const MAX_CONCEPT_TERMS = 60_000;
const MAX_ASSOCIATION_TERMS = 30_000;
const DIMENSIONS = 256;
const ASSOCIATION_DIMENSIONS = 200;
const TITLE_COUNT = 2;
const HALF_DOCUMENTS = 8_000;
const SHORTEST_HALVED = 8;
const HELD_OUT = 256;
/** At most one row in this many is held out. */
const HELD_OUT_SHARE = 8;
const SHORTEST_HELD_OUT = 16;

/** Numbers terms by falling document frequency and drops those of one document. */
function chooseVocabulary(sample: TermSample) {
  const rows = sample.fields[0]?.length ?? 0;
  const df = new Uint32Array(sample.terms.length);
  const last = new Int32Array(sample.terms.length).fill(-1);
  for (let r = 0; r < rows; r++) {
    for (const field of sample.fields) {
      for (const term of field[r]!) {
        if (last[term] === r) continue;
        last[term] = r;
        df[term]!++;
      }
    }
  }
  // A tiny corpus has no repeated terms; a vocabulary of single ones is better than none.
  const least = df.some((count) => count >= 2) ? 2 : 1;
  const kept = Array.from(df.keys())
    .filter((term) => df[term]! >= least)
    .sort((a, b) => df[b]! - df[a]! || a - b)
    .slice(0, MAX_CONCEPT_TERMS);
  const number = new Uint32Array(sample.terms.length).fill(0xffffffff);
  kept.forEach((term, i) => {
    number[term] = i;
  });
  return {
    rows,
    terms: kept.map((term) => sample.terms[term]!),
    surfaces: kept.map((term) => sample.surfaces[term]!),
    idf: Float32Array.from(kept, (term) => Math.log((rows + 1) / df[term]!)),
    fields: sample.fields.map((field) => field.map((tokens) => tokens.map((t) => number[t]!))),
  };
}

/** Which half of the i-th held-out document is hidden; shared with the half-document test. */
export const hidesFirstHalf = (i: number): boolean => i % 2 === 1;

/**
 * Chooses documents of which one half is hidden from the model. A model that has seen both halves
 * of a document finds one by the other from memory and would make concepts look too good.
 */
function holdOut(sample: TermSample, seed: number): number[] {
  const rows = sample.rowNumbers.length;
  const wanted = Math.min(HELD_OUT, Math.floor(rows / HELD_OUT_SHARE));
  const random = seededRandom(seed + 1);
  const chosen = new Set<number>();
  for (let tries = 0; tries < wanted * 4 && chosen.size < wanted; tries++) {
    const r = Math.floor(random() * rows);
    const length = sample.fields.reduce((sum, field) => sum + field[r]!.length, 0);
    if (length >= SHORTEST_HELD_OUT && sample.whole[r]) chosen.add(r);
  }
  return [...chosen];
}

/** Removes the hidden halves from the fields of held-out rows. */
function hideHalves(fields: Vocabulary['fields'], heldOut: readonly number[]) {
  const left = fields.map((field) => field.slice());
  heldOut.forEach((r, i) => {
    const total = fields.reduce((sum, field) => sum + field[r]!.length, 0);
    const middle = total >> 1;
    const [from, to] = hidesFirstHalf(i) ? [middle, total] : [0, middle];
    let at = 0;
    fields.forEach((field, f) => {
      const tokens = field[r]!;
      left[f]![r] = tokens.subarray(Math.max(0, from - at), Math.max(0, to - at));
      at += tokens.length;
    });
  });
  return left;
}

type Vocabulary = ReturnType<typeof chooseVocabulary>;

/** Term frequencies of one row, titles counted twice. */
function countTerms(tokens: Iterable<number>, size: number, to: Map<number, number>, count = 1) {
  for (const term of tokens) if (term < size) to.set(term, (to.get(term) ?? 0) + count);
}

const logFrequencies = (counts: Map<number, number>): [number, number][] =>
  Array.from(counts, ([term, tf]) => [term, 1 + Math.log(tf)]);

function conceptMatrix(vocabulary: Vocabulary, titles: readonly boolean[]) {
  const size = vocabulary.terms.length;
  const matrix = new SparseBuilder(size);
  for (let r = 0; r < vocabulary.rows; r++) {
    const counts = new Map<number, number>();
    vocabulary.fields.forEach((field, f) => {
      countTerms(field[r]!, size, counts, titles[f] ? TITLE_COUNT : 1);
    });
    for (const [term, weight] of logFrequencies(counts)) {
      matrix.push(term, weight * vocabulary.idf[term]!);
    }
    matrix.endRow(true);
  }
  return matrix.build();
}

function pack(vectors: readonly Float32Array[], width: number): Float32Array {
  const out = new Float32Array(vectors.length * width);
  vectors.forEach((vector, i) => {
    out.set(vector, i * width);
  });
  return out;
}

/** Learns the half-document maps of both spaces from documents cut in the middle. */
function learnHalfMaps(
  vocabulary: Vocabulary,
  projection: QuantizedRows,
  associations: QuantizedRows,
) {
  const size = vocabulary.terms.length;
  const model = { idf: vocabulary.idf, projection, associations };
  const concept: [Float32Array[], Float32Array[]] = [[], []];
  const associated: [Float32Array[], Float32Array[]] = [[], []];
  const step = Math.max(1, Math.floor(vocabulary.rows / HALF_DOCUMENTS));
  for (let r = 0; r < vocabulary.rows && concept[0].length < HALF_DOCUMENTS; r += step) {
    const tokens = vocabulary.fields.flatMap((field) => Array.from(field[r]!));
    if (tokens.length < SHORTEST_HALVED) continue;
    const middle = tokens.length >> 1;
    [tokens.slice(0, middle), tokens.slice(middle)].forEach((half, i) => {
      const counts = new Map<number, number>();
      countTerms(half, size, counts);
      concept[i]!.push(foldIn(model, logFrequencies(counts)));
      associated[i]!.push(foldAssociations(model, counts));
    });
  }
  const learn = ([first, second]: typeof concept, k: number) =>
    halfDocumentMap(pack(first, k), pack(second, k), first.length, k);
  return {
    halfMap: learn(concept, projection.width),
    associationMap: learn(associated, associations.width),
  };
}

/**
 * Trains the concept model of a dataset from its own rows: vocabulary, latent semantic analysis
 * (Deerwester et al. 1990) by randomized SVD, association vectors and the half-document map.
 * Rejects in the stream are skipped.
 * @throws DatasetError `no_rows` when no row has text in the index column or the title
 */
export async function trainModel(
  rows: AsyncIterable<RowEvent> | Iterable<RowEvent>,
  schema: IndexSchema,
  options: TrainOptions,
): Promise<TrainedModel> {
  const { seed } = options;
  const sample = await sampleTerms(rows, schema, options.maxSampledRows ?? MAX_SAMPLED_ROWS, seed);
  if (sample.rowCount === 0) {
    throw new DatasetError(
      'no_rows',
      'No row has text in the index column. Choose another column.',
    );
  }
  const columns = searchedColumns(schema);
  const titles = columns.map((column) => column.kind === 'title');
  const heldOut = holdOut(sample, seed);
  const full = chooseVocabulary(sample);
  const vocabulary = { ...full, fields: hideHalves(full.fields, heldOut) };
  const concepts = truncatedSvd(
    conceptMatrix(vocabulary, titles),
    options.dimensions ?? DIMENSIONS,
    seed,
  );
  const projection = quantizeRows(concepts.vectors, concepts.rank);
  const prose = vocabulary.fields.filter((_, f) => {
    const kind = columns[f]!.kind;
    return kind === 'body' || kind === 'title' || kind === 'text';
  });
  const associationSize = Math.min(vocabulary.terms.length, MAX_ASSOCIATION_TERMS);
  const associated = associationVectors(
    prose.flat(),
    associationSize,
    ASSOCIATION_DIMENSIONS,
    seed,
  );
  const associations = quantizeRows(associated.vectors, associated.rank);
  const maps = learnHalfMaps(vocabulary, projection, associations);
  const facts: ModelFacts = {
    schema,
    language: sample.language,
    seed,
    rowCount: sample.rowCount,
    sampledRows: vocabulary.rows,
    dimensions: concepts.rank,
    associationDimensions: associated.rank,
    averageLengths: sample.averageLengths,
    heldOut: heldOut.map((r) => sample.rowNumbers[r]!),
  };
  return {
    bytes: writeModel(
      facts,
      vocabulary,
      projection,
      associations,
      maps.halfMap,
      maps.associationMap,
    ),
    summary: {
      language: sample.language,
      rows: sample.rowCount,
      sampledRows: vocabulary.rows,
      terms: vocabulary.terms.length,
      dimensions: concepts.rank,
    },
  };
}
