import type { FindPatent } from '#functions/patents/index.ts';
import type { PatentDocument } from '#shared/patent-document.ts';

/** Documents that are read at once. */
const atOnce = 20;

/** Documents of publications in their order, undefined for those without a text, some read at once. */
export async function* readInBatches(
  ucids: readonly string[],
  findPatent: FindPatent,
): AsyncGenerator<PatentDocument | undefined> {
  for (let start = 0; start < ucids.length; start += atOnce) {
    yield* await Promise.all(ucids.slice(start, start + atOnce).map(findPatent));
  }
}
