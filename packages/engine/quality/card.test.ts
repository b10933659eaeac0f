import { describe, expect, it } from 'vitest';
import { parseManifest, serializeManifest } from '../manifest.ts';
import { openState } from '../opening/open.ts';
import { publishIndex } from '../publish.ts';
import { seededRandom } from '../random.ts';
import type { SearchParts } from '../segment/open.ts';
import type { VectorIndex } from '../segment/vector-index.ts';
import { memorySource } from '../source.ts';
import { type BuiltIndex, buildFromCsv, openFrom } from '../test-corpus.ts';
import { measureNearestRecall } from './nearest-recall.ts';

const ROWS = 900;

/** Rows about two of thirty themes each, with a fixed phrase for each theme, and one row without text. */
function corpus(): string {
  const random = seededRandom(5);
  const below = (limit: number) => Math.floor(random() * limit);
  const lines = Array.from({ length: ROWS }, (_, i) => {
    const themes = [below(30), below(30)];
    const word = () => `theme${themes[below(2)]}word${below(40)}`;
    const words = (count: number) => Array.from({ length: count }, word).join(' ');
    const phrase = themes.map((theme) => `noun${theme} verb${theme}`).join(' ');
    return `${i},${words(4)},${words(50)} ${phrase}`;
  });
  return ['id,title,text', ...lines, 'empty,,'].join('\n');
}

/** Publishes the files of an index again. */
function publishAgain({ files }: BuiltIndex, elapsedSeconds?: () => number) {
  const written = (fileName: string) => ({ fileName, source: memorySource(files.get(fileName)!) });
  const [model, ...segments] = [...files.keys()].map(written);
  return publishIndex(model!, segments, { elapsedSeconds });
}

/** Parts whose vector search returns the first rows for any query. */
function blindParts(parts: SearchParts) {
  const nearest: VectorIndex['nearest'] = (_, limit) => ({
    rows: Uint32Array.from({ length: Math.min(limit, parts.facts.rowCount) }, (_, i) => i),
    scores: new Float64Array(limit),
  });
  const nearestOfAll: VectorIndex['nearestOfAll'] = (...args) =>
    parts.vectors.nearestOfAll(...args);
  return { ...parts, vectors: { nearest, nearestOfAll } };
}

describe('the quality card', async () => {
  // Small ranges: several segments have to be searched as one.
  const built = await buildFromCsv(corpus(), { text: 'index' }, 100_000);
  const { manifest } = built;

  it('counts rows, rejects, terms and dimensions', () => {
    expect(manifest.segments.length).toBeGreaterThan(1);
    expect(manifest.card).toMatchObject({ rows: ROWS, rejects: 1, dimensions: 256 });
    expect(manifest.card.terms).toBeGreaterThan(1_000);
    expect(manifest.card.terms).toBeLessThanOrEqual(30 * 42);
  });

  it('measures how well halves of documents find each other', () => {
    const { halfDocuments, lexicalNdcg, conceptNdcg, mixedNdcg } = manifest.card;
    expect(halfDocuments).toBeGreaterThan(50);
    for (const figure of [lexicalNdcg, conceptNdcg, mixedNdcg]) {
      // A random order would give about .005.
      expect(figure).toBeGreaterThan(0.1);
      expect(figure).toBeLessThanOrEqual(1);
    }
  });

  it('measures how many of the nearest rows the search by vector finds', () => {
    const { queries, recall, margin } = manifest.card.nearest!;
    expect(queries).toBe(16);
    expect(recall).toBeGreaterThan(0.95);
    expect(recall).toBeLessThanOrEqual(1);
    expect(margin).toBeGreaterThan(0);
    expect(margin).toBeLessThan(0.02);
  });

  it('shows a low recall if the stored vectors are wrong', async () => {
    const state = await openState(manifest, openFrom(built.files));
    const blind = state.segments.map((segment) =>
      Object.assign(Object.create(segment), {
        parts: async () => blindParts(await segment.parts()),
      }),
    );
    const query = Float32Array.from(
      await built.index.vector('theme3word5 theme3word7 theme9word1'),
    );
    const sound = await measureNearestRecall(state, [query]);
    const misled = await measureNearestRecall({ ...state, segments: blind }, [query]);
    expect(sound).toMatchObject({ queries: 1, margin: 0 });
    expect(sound!.recall).toBeGreaterThan(0.95);
    expect(misled!.recall).toBeLessThan(0.8);
  });

  it('says how long the build took when there is a clock, and keeps it', async () => {
    const timed = await publishAgain(built, () => 12);
    expect(parseManifest(serializeManifest(timed)).card).toEqual({
      ...manifest.card,
      buildSeconds: 12,
    });
    expect(await publishAgain(built)).toEqual(manifest);
  });

  it('leaves out figures that need more rows', async () => {
    const few = await buildFromCsv('id,text\n1,solar panels on roofs\n2,wind turbines at sea');
    expect(few.manifest.card.halfDocuments).toBe(0);
    expect(few.manifest.card).not.toHaveProperty('nearest');
    expect(parseManifest(serializeManifest(few.manifest))).toEqual(few.manifest);
  });
});
