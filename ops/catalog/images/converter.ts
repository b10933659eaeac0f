import { Worker } from 'node:worker_threads';

/** Result of a conversion. */
export type Converted = { readonly png: Uint8Array } | { readonly problem: string };

/** A sheet takes half a second. What takes longer is made to. */
const MOST_MS = 30_000;
const MEMORY = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 };

/**
 * Converts TIFF images to PNG in a thread of its own, which is ended if an image needs too much time or memory: hostile
 * images harm nothing else.
 */
export class Converter {
  #worker: Worker | undefined;
  #last: Promise<unknown> = Promise.resolve();
  /** Takes the result of the present image. */
  #resolve: (result: Converted) => void = () => {};

  convert(tiff: Uint8Array): Promise<Converted> {
    const converted = this.#last.then(() => this.#convert(tiff));
    this.#last = converted;
    return converted;
  }

  async #convert(tiff: Uint8Array): Promise<Converted> {
    this.#worker ??= this.#start();
    const answer = new Promise<Converted>((resolve) => {
      this.#resolve = resolve;
    });
    const timer = setTimeout(() => this.#giveUp('it takes too long'), MOST_MS);
    this.#worker.postMessage(tiff);
    const result = await answer;
    clearTimeout(timer);
    return result;
  }

  #start(): Worker {
    const file = new URL('convert-worker.ts', import.meta.url);
    const worker = new Worker(file, { resourceLimits: MEMORY, execArgv: [] });
    worker.on('message', (result: Converted) => this.#resolve(result));
    worker.on('error', ({ message }) => this.#giveUp(message));
    return worker;
  }

  /** Ends the thread. The next image gets another. */
  #giveUp(problem: string): void {
    void this.#worker?.terminate();
    this.#worker = undefined;
    this.#resolve({ problem });
  }

  async close(): Promise<void> {
    await this.#last;
    await this.#worker?.terminate();
    this.#worker = undefined;
  }
}
