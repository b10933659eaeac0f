import type { RowEvent } from '../csv/read.ts';
import { DatasetError } from '../errors.ts';
import type { IndexSchema } from '../schema.ts';
import { associationVectors } from './associations.ts';
import { halfDocumentMap } from './half-map.ts';
import { foldIn, type ModelFacts, writeModel } from './model.ts';
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

/** Learns the half-document map from documents cut in the middle. */
function learnHalfMap(vocabulary: Vocabulary, projection: QuantizedRows): Float32Array {
  const k = projection.width;
  const size = vocabulary.terms.length;
  const model = { idf: vocabulary.idf, projection };
  const first: Float32Array[] = [];
  const second: Float32Array[] = [];
  const step = Math.max(1, Math.floor(vocabulary.rows / HALF_DOCUMENTS));
  for (let r = 0; r < vocabulary.rows && first.length < HALF_DOCUMENTS; r += step) {
    const tokens = vocabulary.fields.flatMap((field) => Array.from(field[r]!));
    if (tokens.length < SHORTEST_HALVED) continue;
    const middle = tokens.length >> 1;
    [tokens.slice(0, middle), tokens.slice(middle)].forEach((half, i) => {
      const counts = new Map<number, number>();
      countTerms(half, size, counts);
      (i === 0 ? first : second).push(foldIn(model, logFrequencies(counts)));
    });
  }
  const pack = (vectors: readonly Float32Array[]) => {
    const out = new Float32Array(vectors.length * k);
    vectors.forEach((vector, i) => {
      out.set(vector, i * k);
    });
    return out;
  };
  return halfDocumentMap(pack(first), pack(second), first.length, k);
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
  const vocabulary = chooseVocabulary(sample);
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
  const associations = associationVectors(
    prose.flat(),
    associationSize,
    ASSOCIATION_DIMENSIONS,
    seed,
  );
  const facts: ModelFacts = {
    schema,
    language: sample.language,
    seed,
    rowCount: sample.rowCount,
    sampledRows: vocabulary.rows,
    dimensions: concepts.rank,
    associationDimensions: associations.rank,
    averageLengths: sample.averageLengths,
  };
  return {
    bytes: writeModel(
      facts,
      vocabulary,
      projection,
      quantizeRows(associations.vectors, associations.rank),
      learnHalfMap(vocabulary, projection),
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
