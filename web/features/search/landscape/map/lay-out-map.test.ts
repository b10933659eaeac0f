import { expect, test } from 'vitest';
import { layOutMap } from './lay-out-map.ts';

const words = 8;

/** Codes of two groups that differ in most bits, each with some bits of its own. */
function twoGroups(count: number) {
  const codes = new Uint32Array(count * words);
  for (let i = 0; i < count; i++) {
    for (let w = 0; w < words; w++) {
      const noise = 1 << ((7 * i + 3 * w) % 32);
      codes[i * words + w] = (i % 2 === 0 ? 0xffff_0f0f : 0) ^ noise;
    }
  }
  const titles = Array.from({ length: count }, (_, i) =>
    i % 2 === 0 ? `A heated hive for bees ${i}` : `Method of casting bronze bells ${i}`,
  );
  return { codes, words, titles };
}

test('what is near in meaning stands together, under words of its titles, each time alike', () => {
  const request = twoGroups(40);
  const { points, clusters } = layOutMap(request);
  for (const [i, point] of points.entries()) {
    const distance = (other: number) =>
      Math.hypot(points[other]!.x - point.x, points[other]!.y - point.y);
    const [nearest] = Array.from(points.keys())
      .filter((other) => other !== i)
      .toSorted((a, b) => distance(a) - distance(b));
    expect(nearest! % 2).toBe(i % 2);
  }
  expect(clusters.length).toBeGreaterThan(1);
  for (const { label } of clusters) expect(label).toMatch(/bees|hive|heated|bells|bronze|casting/);
  expect(layOutMap(request)).toEqual({ points, clusters });
});
