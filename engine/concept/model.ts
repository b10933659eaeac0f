import * as z from 'zod';
import { bytesOf, openContainer, type SectionInput, writeContainer } from '../file/container.ts';
import { readTermTable, type TermTable, termSections } from '../file/term-table.ts';
import { count } from '../record.ts';
import { indexSchema } from '../schema.ts';
import type { ByteSource } from '../source.ts';
import { type Analyzer, createAnalyzer } from '../text/analyze.ts';
import { isLanguage, type Language } from '../text/languages.ts';
import type { PairTable } from './pair-table.ts';
import type { QuantizedRows } from './quantize.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Metadata of a model, stored as JSON in its first section. */
const modelFacts = z
  .strictObject({
    schema: indexSchema,
    language: z.custom<Language>(isLanguage, 'is not a known language'),
    seed: z.number(),
    rowCount: count,
    sampledRows: count,
    /** Dimensions of concept vectors. */
    dimensions: count,
    /** Dimensions of association vectors. */
    associationDimensions: count,
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
  readonly analyzer: Analyzer;
  readonly vocabulary: TermTable;
  /** The most frequent word form of each vocabulary term. */
  readonly surfaces: readonly string[];
  readonly pairs: PairTable;
  /** Inverse document frequency, ln(N/df), of all vocabulary terms, followed by all pairs. */
  readonly idf: Float32Array;
  /** Concept vectors of all terms, followed by all pairs. */
  readonly projection: QuantizedRows;
  /** Association vector of each term. */
  readonly associations: QuantizedRows;
  /** The half-document map of concept space, row-major. */
  readonly halfMap: Float32Array;
  /** The half-document map of association space, row-major. */
  readonly associationMap: Float32Array;
}

/** Serialises a model as a file. */
export function writeModel(
  facts: ModelFacts,
  vocabulary: Pick<Vocabulary, 'terms' | 'surfaces' | 'pairs' | 'idf'>,
  projection: QuantizedRows,
  associations: QuantizedRows,
  halfMap: Float32Array,
  associationMap: Float32Array,
): Uint8Array {
  const sections: SectionInput[] = [
    { name: 'facts', bytes: new TextEncoder().encode(JSON.stringify(facts)) },
    ...termSections(vocabulary.terms),
    {
      name: 'surfaces',
      bytes: new TextEncoder().encode(vocabulary.surfaces.join('\n')),
      packed: true,
    },
    { name: 'pairStarts', bytes: bytesOf(vocabulary.pairs.starts), packed: true },
    { name: 'pairSeconds', bytes: bytesOf(vocabulary.pairs.seconds), packed: true },
    { name: 'idf', bytes: bytesOf(vocabulary.idf) },
    { name: 'projection', bytes: bytesOf(projection.values) },
    { name: 'projectionScales', bytes: bytesOf(projection.scales) },
    { name: 'associations', bytes: bytesOf(associations.values) },
    { name: 'associationScales', bytes: bytesOf(associations.scales) },
    { name: 'halfMap', bytes: bytesOf(halfMap) },
    { name: 'associationMap', bytes: bytesOf(associationMap) },
  ];
  return writeContainer('model', sections);
}

/**
 * Opens a trained model.
 * @throws CorruptFileError
 */
export async function openModel(source: ByteSource, fileName = 'model'): Promise<ConceptModel> {
  const file = await openContainer(source, fileName, 'model');
  const facts = await file.json('facts', modelFacts);
  const [
    vocabulary,
    surfaces,
    starts,
    seconds,
    idf,
    values,
    scales,
    assocValues,
    assocScales,
    halfMap,
    associationMap,
  ] = await Promise.all([
    readTermTable(file),
    file.section('surfaces'),
    file.u32('pairStarts'),
    file.u32('pairSeconds'),
    file.f32('idf'),
    file.i8('projection'),
    file.f32('projectionScales'),
    file.i8('associations'),
    file.f32('associationScales'),
    file.f32('halfMap'),
    file.f32('associationMap'),
  ]);
  file.retain(() => false);
  return {
    ...facts,
    crc: file.crc,
    analyzer: createAnalyzer(facts.language),
    vocabulary,
    surfaces: new TextDecoder().decode(surfaces).split('\n'),
    pairs: { starts, seconds },
    idf,
    projection: { width: facts.dimensions, values, scales },
    associations: { width: facts.associationDimensions, values: assocValues, scales: assocScales },
    halfMap,
    associationMap,
  };
}
