import * as z from 'zod';
import { bytesOf, openContainer, type SectionInput, writeContainer } from '../file/container.ts';
import { once } from '../file/once.ts';
import { evenPages, PagedSection, pagedSections } from '../file/paged-section.ts';
import { TermTable, termSections } from '../file/term-table.ts';
import { count } from '../record.ts';
import { indexSchema } from '../schema.ts';
import type { ByteSource } from '../source.ts';
import { IndexAnalyzer } from '../text/index-analyzer.ts';
import { isLanguage, type Language } from '../text/languages.ts';
import type { PairTable } from './pair-table.ts';
import type { QuantizedRows } from './quantize.ts';
import type { Vocabulary } from './vocabulary.ts';

const language = z.custom<Language>(isLanguage, 'is not a known language');

/** Metadata of a model, stored as JSON in its first section. */
const modelFacts = z
  .strictObject({
    schema: indexSchema,
    language,
    /** If there are several, that of most rows first. */
    languages: z.array(language).readonly().optional(),
    seed: z.number(),
    rowCount: count,
    sampledRows: count,
    /** Dimensions of concept vectors. */
    dimensions: count,
    /** Dimensions of association vectors. */
    associationDimensions: count,
    /** Number of terms. */
    termCount: count,
    /** Mean length of each searched field in terms. */
    averageLengths: z.array(z.number()).readonly(),
    /**
     * Rows (numbered over all segments) of which training saw only one half. Every second one hides its
     * first half, the others the second half. The quality card is measured on them.
     */
    heldOut: z.array(count).readonly(),
  })
  .readonly();

export type ModelFacts = z.infer<typeof modelFacts>;

/** A trained model in memory. Segments are built with it, queries are projected with it. */
export interface ConceptModel extends ModelFacts {
  /** CRC-32 of the file's section table. */
  readonly crc: number;
  /** See `Container.headBytes`. */
  readonly headBytes: number;
  readonly analyzer: IndexAnalyzer;
  readonly vocabulary: TermTable;
  /** The most frequent word form of each vocabulary term; empty before `ModelParts.surfaces`. */
  readonly surfaces: readonly string[];
  readonly pairs: PairTable;
  /** Inverse document frequency, ln(N/df), of all vocabulary terms, followed by all pairs. */
  readonly idf: Float32Array;
  /** Concept vectors of all terms, followed by all pairs. */
  readonly projection: QuantizedRows;
  /** Association vector of each term; without values before `ModelParts.associations`. */
  readonly associations: QuantizedRows;
  /** The half-document map of concept space, row-major. */
  readonly halfMap: Float32Array;
  /** The half-document map of association space, row-major. */
  readonly associationMap: Float32Array;
}

/** The parts of a model that are read on demand, each once. */
export interface ModelParts {
  /** Size of the file. */
  readonly sizeBytes: number;
  /** Concept vectors of some units. */
  projection(units: Iterable<number>): Promise<void>;
  /** All concept vectors. */
  allProjections(): Promise<void>;
  associations(): Promise<void>;
  surfaces(): Promise<void>;
}

/** A model whose parts are read into memory one by one. */
export interface OpenedModel {
  readonly model: ConceptModel;
  readonly parts: ModelParts;
}

/** Concept vectors of one page. */
const PAGE_UNITS = 16;

/** Serialises a model as a file. */
export function writeModel(
  facts: Omit<ModelFacts, 'termCount'>,
  vocabulary: Pick<Vocabulary, 'terms' | 'surfaces' | 'pairs' | 'idf'>,
  projection: QuantizedRows,
  associations: QuantizedRows,
  halfMap: Float32Array,
  associationMap: Float32Array,
): Uint8Array {
  const whole: ModelFacts = { ...facts, termCount: vocabulary.terms.length };
  const { values, width } = projection;
  const sections: SectionInput[] = [
    { name: 'facts', bytes: new TextEncoder().encode(JSON.stringify(whole)), head: true },
    // Searches read the words of the model to find similar ones.
    ...termSections(vocabulary.terms, true),
    {
      name: 'surfaces',
      bytes: new TextEncoder().encode(vocabulary.surfaces.join('\n')),
      packed: true,
    },
    { name: 'pairStarts', bytes: bytesOf(vocabulary.pairs.starts), packed: true, head: true },
    { name: 'pairSeconds', bytes: bytesOf(vocabulary.pairs.seconds), packed: true, head: true },
    { name: 'idf', bytes: bytesOf(vocabulary.idf), packed: true, head: true },
    ...pagedSections(
      'projection',
      bytesOf(values),
      evenPages(values.byteLength, PAGE_UNITS * width),
      false,
    ),
    { name: 'projectionScales', bytes: bytesOf(projection.scales), head: true },
    { name: 'associations', bytes: bytesOf(associations.values), packed: true },
    { name: 'associationScales', bytes: bytesOf(associations.scales), head: true },
    { name: 'halfMap', bytes: bytesOf(halfMap), head: true },
    { name: 'associationMap', bytes: bytesOf(associationMap), head: true },
  ];
  return writeContainer('model', sections);
}

/**
 * Opens a trained model for queries: reads what every query needs.
 * @param headBytes see `openContainer`
 * @throws CorruptFileError
 */
export async function openModelHead(
  source: ByteSource,
  fileName: string,
  headBytes?: number,
): Promise<OpenedModel> {
  const file = await openContainer(source, fileName, 'model', headBytes);
  const facts = await file.json('facts', modelFacts);
  const { dimensions: width, associationDimensions } = facts;
  const [vocabulary, starts, seconds, idf, scales, assocScales, halfMap, associationMap] =
    await Promise.all([
      TermTable.open(file, facts.termCount),
      file.u32('pairStarts'),
      file.u32('pairSeconds'),
      file.f32('idf'),
      file.f32('projectionScales'),
      file.f32('associationScales'),
      file.f32('halfMap'),
      file.f32('associationMap'),
    ]);
  const values = new Int8Array(scales.length * width);
  const associations = {
    width: associationDimensions,
    values: new Int8Array() as Int8Array,
    scales: assocScales,
  };
  const surfaces: string[] = [];
  const projection = await PagedSection.open(file, 'projection', (page, bytes) => {
    bytesOf(values).set(bytes, page * PAGE_UNITS * width);
  });
  const parts: ModelParts = {
    sizeBytes: source.sizeBytes,
    projection: (units) =>
      projection.ensure(Array.from(units, (unit) => Math.floor(unit / PAGE_UNITS))),
    allProjections: () => projection.all(),
    associations: once(async () => {
      associations.values = await file.i8('associations');
    }),
    surfaces: once(async () => {
      const text = new TextDecoder().decode(await file.take('surfaces'));
      for (const surface of text.split('\n')) surfaces.push(surface);
    }),
  };
  // The text of the words is a part of the head.
  await vocabulary.readText();
  file.releaseHead();
  const model = {
    ...facts,
    crc: file.crc,
    headBytes: file.headBytes,
    analyzer: new IndexAnalyzer(facts.languages ?? [facts.language]),
    vocabulary,
    surfaces,
    pairs: { starts, seconds },
    idf,
    projection: { width, values, scales },
    associations,
    halfMap,
    associationMap,
  };
  return { model, parts };
}

/** Reads all parts of a model. */
export async function readModelParts({ model, parts }: OpenedModel): Promise<void> {
  await Promise.all([
    model.vocabulary.all(),
    parts.allProjections(),
    parts.associations(),
    parts.surfaces(),
  ]);
}

/**
 * Opens a trained model with all its parts.
 * @throws CorruptFileError
 */
export async function openModel(source: ByteSource, fileName = 'model'): Promise<ConceptModel> {
  const opened = await openModelHead(source, fileName);
  await readModelParts(opened);
  return opened.model;
}
