import { limits } from '#shared/limits.ts';
import type { Filter } from './filters.ts';

interface CurlCommand {
  /** Endpoint of the index. */
  endpoint: string;
  apiKey: string;
  text: string;
  filters: readonly Filter[];
}

/** Quotes for a POSIX shell: nothing inside single quotes means anything but the quote itself. */
const quote = (word: string) => `'${word.replaceAll("'", `'\\''`)}'`;

/** The command that does the same search from a shell. */
export function curlCommand({ endpoint, apiKey, text, filters }: CurlCommand): string {
  const request = {
    conceptFeaturesString: text,
    maxNumItems: limits.searchMaxItems,
    filters: filters.length > 0 ? filters : undefined,
  };
  return [
    `curl ${quote(`${endpoint}/query`)}`,
    `-H ${quote(`x-api-key: ${apiKey}`)}`,
    `-H ${quote('content-type: application/json')}`,
    `-d ${quote(JSON.stringify({ request }))}`,
  ].join(' \\\n  ');
}
