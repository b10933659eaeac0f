import type { Writable } from 'node:stream';
import type { SearchRequest } from './commands.ts';
import { type IndexAddress, openIndex } from './open-index.ts';

/** `antecede query`: prints the answer of a search as JSON. */
export async function query(
  address: IndexAddress,
  request: SearchRequest,
  output: Writable,
): Promise<void> {
  const { params, apiKey, ask } = openIndex(address);
  const found = await ask((call) => call('query-index', { params, body: { request }, apiKey }));
  output.write(`${JSON.stringify(found, null, 2)}\n`);
}
