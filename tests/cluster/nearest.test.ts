import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { memorySource } from '#engine';
import { ClusterIndex, type FoundRow } from '#engine/cluster/cluster-index.ts';
import { relatedWords } from '#engine/cluster/related-words.ts';
import { type OpenedModel, openModelHead, readModelParts } from '#engine/concept/model.ts';
import { projectConcept } from '#engine/query/query-vectors.ts';
import { cosineOf } from '#engine/search/placed-rows.ts';
import { rotateQuery } from '#engine/segment/query-vector.ts';
import { paddedWidth } from '#engine/segment/rotation.ts';
import { type BuiltIndex, buildFromCsv } from '#engine/test-corpus.ts';
import { analyzeText } from '#engine/words/analyze-query.ts';
import { cluster, type PlacedIndex, placeOnCluster } from './support/placed-index.ts';

let built: BuiltIndex;
let placed: PlacedIndex;
let index: ClusterIndex;
let opened: OpenedModel;

beforeAll(async () => {
  built = await buildFromCsv(readFileSync('packages/local/catalog/us_patents.csv', 'utf8'), {
    text: 'index',
  });
  placed = await placeOnCluster(built);
  opened = await openModelHead(memorySource(built.files.get('model')!), 'model');
  const width = paddedWidth(opened.model.dimensions);
  index = new ClusterIndex(cluster, placed.name, built.manifest.rowCount, width);
  await readModelParts(opened);
});
afterAll(() => placed?.remove());

function vectorOf(text: string): Float32Array {
  return projectConcept(opened.model, analyzeText(text, opened.model.analyzer))!;
}

const rowsOf = (found: readonly FoundRow[]) => found.map(({ row }) => row);

const queries = ['solar powered drone', 'bees', 'ice on the blades of a wind turbine', 'membrane'];

test.each(queries)('rows with related words are the nearest of all: %s', async (text) => {
  const vector = vectorOf(text);
  const concept = rotateQuery(vector);
  const all = await index.others({}, 10, concept);
  const found = await index.others({}, 10, concept, await relatedWords(opened, vector));
  expect(rowsOf(found).slice(0, 5)).toEqual(rowsOf(all).slice(0, 5));
  const cosines = all.map(({ payload }) => cosineOf(payload, concept));
  for (const [i, cosine] of cosines.slice(1).entries()) {
    // The cluster compares bytes.
    expect(cosine).toBeLessThan(cosines[i]! + 0.002);
  }
  expect(cosines[0]).toBeGreaterThan(0.2);
  expect(cosines[0]).toBeLessThanOrEqual(1.001);
});

test('with a filter, rows without a related word come last', async () => {
  const vector = vectorOf('bees');
  const among = { filter: [{ range: { row: { lt: 40 } } }] };
  const related = (await relatedWords(opened, vector)).slice(0, 1);
  const all = await index.others(among, 1000, rotateQuery(vector));
  const found = await index.others(among, 1000, rotateQuery(vector), related);
  expect(found).toHaveLength(40);
  expect(rowsOf(found)).toEqual(rowsOf(all));
});

test('a word is related to itself', async () => {
  const words = await relatedWords(opened, vectorOf('drone'));
  expect(words.map(({ word }) => word)).toContain('drone');
  expect(words.every(({ weight }) => weight > 0)).toBe(true);
});
