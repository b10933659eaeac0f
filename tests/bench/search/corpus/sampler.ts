import type { Random } from '#engine/random.ts';

/**
 * Draws indices of a weighted list in constant time, with a guide table into the cumulative weights (Chen &
 * Asau 1974).
 */
export class Sampler {
  readonly #cumulative: Float64Array;
  readonly #guide: Uint32Array;

  constructor(weights: ArrayLike<number>) {
    this.#cumulative = new Float64Array(weights.length);
    let sum = 0;
    for (let i = 0; i < weights.length; i++) {
      sum += weights[i]!;
      this.#cumulative[i] = sum;
    }
    for (let i = 0; i < weights.length; i++) this.#cumulative[i]! /= sum;
    this.#guide = new Uint32Array(weights.length);
    let position = 0;
    for (let i = 0; i < this.#guide.length; i++) {
      while (this.#cumulative[position]! < i / this.#guide.length) position++;
      this.#guide[i] = position;
    }
  }

  draw(random: Random): number {
    const x = random();
    let position = this.#guide[Math.floor(x * this.#guide.length)]!;
    while (position < this.#cumulative.length - 1 && this.#cumulative[position]! <= x) position++;
    return position;
  }
}

/** Weights of Zipf's law with Mandelbrot's shift. */
export function zipfWeights(length: number, exponent: number, shift = 2.7): Float64Array {
  return Float64Array.from({ length }, (_, rank) => (rank + 1 + shift) ** -exponent);
}
