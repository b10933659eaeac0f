import { parentPort } from 'node:worker_threads';
import { tiffToPng } from './tiff.ts';

/** Answers each image with its PNG, or with what is wrong with it. */
parentPort!.on('message', (tiff: Uint8Array) => {
  try {
    parentPort!.postMessage({ png: tiffToPng(tiff) });
  } catch (error) {
    parentPort!.postMessage({ problem: (error as Error).message });
  }
});
