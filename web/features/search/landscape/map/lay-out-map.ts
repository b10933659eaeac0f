import { UMAP } from 'umap-js';
import { isCommon } from '#web/lib/query-words.ts';

/** Documents that a worker places. */
export interface MapRequest {
  /** The codes of the documents one after the other, `words` numbers each. */
  codes: Uint32Array;
  words: number;
  titles: readonly string[];
}

export interface MapLayout {
  /** Of each document. The axes have no unit. */
  points: readonly { x: number; y: number; cluster: number }[];
  clusters: readonly { x: number; y: number; label: string }[];
}

/** Neighbours that stay near each other: UMAP's default. With 6 and 10 a map keeps as many. */
const neighbours = 15;
const mostClusters = 8;
const rounds = 30;
const labelWords = 2;

/**
 * Places documents so that those which are near in meaning stand near each other (UMAP of their nearest neighbours), and names
 * groups by the words that are frequent in their titles and not in others. The same documents give the same map.
 */
export function layOutMap({ codes, words, titles }: MapRequest): MapLayout {
  const count = titles.length;
  const random = seededRandom();
  const { places, distances } = nearest(codes, words, count);
  const umap = new UMAP({ nNeighbors: places[0]!.length, random });
  umap.setPrecomputedKNN(places, distances);
  const placed = umap.fit(Array.from({ length: count }, (_, i) => [i]));
  const at = placed.map(([x, y]) => ({ x: x!, y: y! }));
  const clusters = clustersOf(at, random);
  const labels = labelsOf(titles, clusters.of, clusters.middles.length);
  return {
    points: at.map((point, i) => ({ ...point, cluster: clusters.of[i]! })),
    clusters: clusters.middles.map((middle, i) => ({ ...middle, label: labels[i]! })),
  };
}

/** The nearest documents of each, itself first, and the angles between them. */
function nearest(codes: Uint32Array, words: number, count: number) {
  const bits = 32 * words;
  const k = Math.min(neighbours, count - 1);
  const places: number[][] = [];
  const distances: number[][] = [];
  for (let i = 0; i < count; i++) {
    const differing = Array.from({ length: count }, (_, j) => {
      let sum = 0;
      for (let w = 0; w < words; w++) {
        sum += bitCount(codes[i * words + w]! ^ codes[j * words + w]!);
      }
      return { j, sum: i === j ? -1 : sum };
    });
    const best = differing.toSorted((a, b) => a.sum - b.sum || a.j - b.j).slice(0, k);
    places.push(best.map(({ j }) => j));
    distances.push(best.map(({ sum }) => (Math.PI * Math.max(sum, 0)) / bits));
  }
  return { places, distances };
}

/** The bits of a word that are 1, added up in parallel: pairs, fours, eights. */
function bitCount(word: number): number {
  const pairs = word - ((word >>> 1) & 0x5555_5555);
  const fours = (pairs & 0x3333_3333) + ((pairs >>> 2) & 0x3333_3333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}

interface Point {
  x: number;
  y: number;
}

const apart = (a: Point, b: Point) => (a.x - b.x) ** 2 + (a.y - b.y) ** 2;

/** Groups of points (k-means, begun with points that are far from each other). */
function clustersOf(points: readonly Point[], random: () => number) {
  // A rule of thumb for a map of so many points.
  const k = Math.min(mostClusters, Math.round(Math.sqrt(points.length / 2)));
  let middles: Point[] = [points[Math.floor(random() * points.length)]!];
  while (middles.length < k) {
    const distance = (point: Point) => Math.min(...middles.map((middle) => apart(point, middle)));
    middles.push(points.reduce((far, point) => (distance(point) > distance(far) ? point : far)));
  }
  const nearestMiddle = (point: Point) => {
    let best = 0;
    for (const [i, middle] of middles.entries()) {
      if (apart(point, middle) < apart(point, middles[best]!)) best = i;
    }
    return best;
  };
  let of: number[] = [];
  for (let round = 0; round < rounds; round++) {
    of = points.map(nearestMiddle);
    middles = middles.map((middle, i) => {
      const own = points.filter((_, point) => of[point] === i);
      if (own.length === 0) return middle;
      const mean = (value: (point: Point) => number) =>
        own.reduce((sum, point) => sum + value(point), 0) / own.length;
      return { x: mean(({ x }) => x), y: mean(({ y }) => y) };
    });
  }
  return { middles, of };
}

/** For each group the words that most of its titles have, and few others. */
function labelsOf(titles: readonly string[], of: readonly number[], groups: number): string[] {
  const inAll = new Map<string, number>();
  const inGroup = Array.from({ length: groups }, () => new Map<string, number>());
  const sizes = Array.from({ length: groups }, () => 0);
  for (const [i, title] of titles.entries()) {
    const group = of[i]!;
    sizes[group]!++;
    for (const word of new Set(title.toLowerCase().match(/\p{L}{3,}/gu))) {
      if (isCommon(word)) continue;
      inAll.set(word, (inAll.get(word) ?? 0) + 1);
      inGroup[group]!.set(word, (inGroup[group]!.get(word) ?? 0) + 1);
    }
  }
  return inGroup.map((counts, group) =>
    Array.from(counts, ([word, count]) => {
      const share = count / sizes[group]!;
      // Words of a single title name nothing.
      const score = count < 2 ? 0 : share * Math.log((share * titles.length) / inAll.get(word)!);
      return { word, score };
    })
      .filter(({ score }) => score > 0)
      .toSorted((a, b) => b.score - a.score || (a.word < b.word ? -1 : 1))
      .slice(0, labelWords)
      .map(({ word }) => word)
      .join(', '),
  );
}

/** Mulberry32, with one seed: a map that is drawn again looks the same. */
function seededRandom(): () => number {
  let state = 1;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t = (t + Math.imul(t ^ (t >>> 7), t | 61)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}
