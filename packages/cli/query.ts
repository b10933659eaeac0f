import type { Writable } from 'node:stream';
import { AntecedeIndex, type IndexOptions } from '../sdk-js/index-client.ts';
import type { SearchRequest } from './commands.ts';

/** `antecede query`: prints the answer of a search as JSON. */
export async function query(
  address: IndexOptions,
  request: SearchRequest,
  output: Writable,
): Promise<void> {
  const found = await new AntecedeIndex(address).search(request);
  output.write(`${JSON.stringify(found, null, 2)}\n`);
}
