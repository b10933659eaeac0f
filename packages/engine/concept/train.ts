import { availableParallelism } from 'node:os';
import type { RowBatch } from '../csv/batch.ts';
import { DatasetError } from '../errors.ts';
import { ASSOCIATION_STEPS } from '../ranking-constants.ts';
import { type IndexSchema, searchedColumns } from '../schema.ts';
import { associationMatrix, associationText, scaleByRoots } from './associations.ts';
import { conceptMatrix } from './concept-matrix.ts';
import { learnHalfMaps } from './half-map.ts';
import { hideHalves, holdOut } from './held-out.ts';
import { type ModelFacts, writeModel } from './model.ts';
import { withPairs } from './pairs.ts';
import { quantizeRows } from './quantize.ts';
import { sampleTerms } from './sample.ts';
import { beginEigen, beginSvd } from './svd.ts';
import { chooseVocabulary } from './vocabulary.ts';

/** Options of a training run. The same seed and rows give the same bytes. */
export interface TrainOptions {
  readonly seed: number;
  /** Maximum number of sampled rows. Default 32,768. */
  readonly maxSampledRows?: number;
  /** Maximum dimensions of concept space. Default 256. */
  readonly dimensions?: number;
  /** Number of threads, which does not affect the bytes. Default: the available parallelism. */
  readonly threads?: number;
}

/** Figures of a training run, shown as progress and on the quality card. */
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

const MAX_SAMPLED_ROWS = 1 << 15;
/** Of long rows fewer are sampled. */
const MAX_SAMPLED_BYTES = 48 << 20;
const MAX_ASSOCIATION_TERMS = 30_000;
const DIMENSIONS = 256;
const ASSOCIATION_DIMENSIONS = 200;

/**
 * Trains the concept model of a dataset from its own rows: vocabulary, latent semantic analysis
 * (Deerwester et al. 1990) by randomized SVD, association vectors and the half-document map.
 * Rejects in the stream are skipped.
 * @throws DatasetError `no_rows` when no row has text in the index column or the title
 */
export async function trainModel(
  batches: AsyncIterable<RowBatch> | Iterable<RowBatch>,
  schema: IndexSchema,
  options: TrainOptions,
): Promise<TrainedModel> {
  const { seed, threads = availableParallelism() } = options;
  const limits = {
    rows: options.maxSampledRows ?? MAX_SAMPLED_ROWS,
    bytes: MAX_SAMPLED_BYTES,
  };
  const sample = await sampleTerms(batches, schema, limits, seed, threads);
  if (sample.rowCount === 0) {
    throw new DatasetError(
      'no_rows',
      'No row has text in the index column. Create an index with another column.',
    );
  }
  const columns = searchedColumns(schema);
  const heldOut = holdOut(sample, seed);
  const isInformative = (word: string) =>
    !sample.analyzer.isQueryStop(word) && !/^\p{N}/u.test(word);
  const whole = chooseVocabulary(sample);
  const visible = hideHalves(whole, heldOut);
  const associationSize = Math.min(visible.terms.length, MAX_ASSOCIATION_TERMS);
  const prose = columns.map(({ kind }) => kind === 'body' || kind === 'title' || kind === 'text');
  const text = associationText(visible, prose, associationSize);
  // Another thread counts associations while this one makes the matrix of concepts and begins to search it.
  const counted = associationMatrix(text, associationSize, threads);
  const { pairs, idf } = withPairs(whole, isInformative);
  const vocabulary = { ...visible, pairs, idf };
  const matrix = conceptMatrix(vocabulary, columns);
  const conceptSearch = beginSvd(matrix, options.dimensions ?? DIMENSIONS, { seed, threads });
  conceptSearch.advance();
  const associationPairs = await counted;
  const associationSearch = beginEigen(associationPairs, ASSOCIATION_DIMENSIONS, { seed, threads });
  const associationSpace = associationSearch.finish();
  const associations = quantizeRows(
    scaleByRoots(associationSpace),
    associationSpace.rank,
    ASSOCIATION_STEPS,
  );
  const conceptSpace = conceptSearch.finish();
  const projection = quantizeRows(conceptSpace.vectors, conceptSpace.rank);
  const maps = learnHalfMaps(vocabulary, heldOut, projection, associations);
  const facts: Omit<ModelFacts, 'termCount'> = {
    schema,
    language: sample.languages[0]!,
    ...(sample.languages.length > 1 && { languages: sample.languages }),
    seed,
    rowCount: sample.rowCount,
    sampledRows: vocabulary.rows,
    dimensions: conceptSpace.rank,
    associationDimensions: associationSpace.rank,
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
      language: sample.languages[0]!,
      rows: sample.rowCount,
      sampledRows: vocabulary.rows,
      terms: vocabulary.terms.length,
      dimensions: conceptSpace.rank,
    },
  };
}
