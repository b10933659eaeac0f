import { curlExample, keyPlaceholder } from '#shared/docs/code-examples.ts';
import { limits } from '#shared/limits.ts';
import { type Filter, toApiFilter } from '#web/lib/search-filter.ts';

interface CurlCommand {
  /** Endpoint of the index. */
  endpoint: string;
  text: string;
  filters: readonly Filter[];
}

/** The command that does the same search from a shell. */
export function curlCommand({ endpoint, text, filters }: CurlCommand): string {
  const request = {
    conceptFeaturesString: text,
    maxNumItems: limits.searchMaxItems,
    filters: filters.length > 0 ? filters.map(toApiFilter) : undefined,
  };
  return curlExample({ url: `${endpoint}/query`, apiKey: keyPlaceholder, body: { request } });
}
