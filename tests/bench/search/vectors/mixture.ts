import { gaussian, seededRandom } from '#engine/random.ts';
import { vectorAt, WIDTH } from './vector-set.ts';

const CENTRES = 600;
/** Variances fall as 1 / (j + 4), similar to text embeddings. */
const SPECTRUM = Float64Array.from({ length: WIDTH }, (_, j) => (j + 4) ** -0.5);

/** Scales to unit length. */
export function normalize(vector: Float32Array): void {
  const length = Math.hypot(...vector);
  if (length > 0) for (let j = 0; j < vector.length; j++) vector[j]! /= length;
}

/**
 * Rotates by random signs and a Walsh–Hadamard transform, three times. Variances stay the same but are not
 * aligned with the axes, so treating axes separately gives no advantage.
 */
function rotation(seed: number): (vector: Float32Array) => void {
  const random = seededRandom(seed);
  const signs = Float32Array.from({ length: 3 * WIDTH }, () => (random() < 0.5 ? -1 : 1));
  return (vector) => {
    for (let round = 0; round < 3; round++) {
      for (let j = 0; j < WIDTH; j++) vector[j]! *= signs[round * WIDTH + j]!;
      for (let step = 1; step < WIDTH; step *= 2) {
        for (let j = 0; j < WIDTH; j++) {
          if (j & step) continue;
          const [a, b] = [vector[j]!, vector[j + step]!];
          vector[j] = a + b;
          vector[j + step] = a - b;
        }
      }
    }
  };
}

/**
 * Overlapping anisotropic mixtures: each vector mixes one to three centres in any proportion, with a variance
 * as large as the distances of the centres. Such vectors have no clean clusters.
 */
export function mixtureVectors(count: number, seed: number): Float32Array {
  const random = seededRandom(seed);
  const normal = gaussian(random);
  const rotate = rotation(seed + 1);
  const centres = Float32Array.from(
    { length: CENTRES * WIDTH },
    (_, i) => normal() * SPECTRUM[i % WIDTH]!,
  );
  const vectors = new Float32Array(count * WIDTH);
  for (let row = 0; row < count; row++) {
    const vector = vectorAt(vectors, row);
    const parts = 1 + Math.floor(random() * 3);
    for (let part = 0; part < parts; part++) {
      const centre = vectorAt(centres, Math.floor(CENTRES * random() ** 1.5));
      const share = random() / Math.sqrt(parts) + 0.2;
      for (let j = 0; j < WIDTH; j++) vector[j]! += share * centre[j]!;
    }
    for (let j = 0; j < WIDTH; j++) vector[j]! += 0.7 * normal() * SPECTRUM[j]!;
    rotate(vector);
    normalize(vector);
  }
  return vectors;
}
