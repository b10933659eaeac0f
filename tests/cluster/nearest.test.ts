import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { memorySource } from '#engine';
import { ClusterIndex } from '#engine/cluster/cluster-index.ts';
import { relatedWords } from '#engine/cluster/related-words.ts';
import { type OpenedModel, openModelHead, readModelParts } from '#engine/concept/model.ts';
import { projectConcept } from '#engine/query/query-vectors.ts';
import { rotateQuery } from '#engine/segment/query-vector.ts';
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
  index = new ClusterIndex(cluster, placed.name, built.manifest.rowCount);
  opened = await openModelHead(memorySource(built.files.get('model')!), 'model');
  await readModelParts(opened);
});
afterAll(() => placed?.remove());

function vectorOf(text: string): Float32Array {
  return projectConcept(opened.model, analyzeText(text, opened.model.analyzer))!;
}

const queries = ['solar powered drone', 'bees', 'ice on the blades of a wind turbine', 'membrane'];

test.each(queries)('rows with related words are the nearest of all: %s', async (text) => {
  const vector = vectorOf(text);
  const concept = rotateQuery(vector);
  const all = await index.nearest(concept, [], undefined, 10);
  const related = await relatedWords(opened, vector);
  const found = await index.nearest(concept, [], related, 10);
  expect(found.slice(0, 5)).toEqual(all.slice(0, 5));
  const cosines = all.map(({ cosine }) => cosine);
  expect(cosines).toEqual(cosines.toSorted((a, b) => b - a));
  expect(cosines[0]).toBeGreaterThan(0.2);
  expect(cosines[0]).toBeLessThanOrEqual(1.001);
});

test('with a filter, rows without a related word come last', async () => {
  const vector = vectorOf('bees');
  const filters = [{ range: { row: { lt: 40 } } }];
  const related = (await relatedWords(opened, vector)).slice(0, 1);
  const all = await index.nearest(rotateQuery(vector), filters, undefined, 1000);
  const found = await index.nearest(rotateQuery(vector), filters, related, 1000);
  expect(found).toHaveLength(40);
  expect(found).toEqual(all);
});

test('a word is related to itself', async () => {
  const words = await relatedWords(opened, vectorOf('drone'));
  expect(words.map(({ word }) => word)).toContain('drone');
  expect(words.every(({ weight }) => weight > 0)).toBe(true);
});
