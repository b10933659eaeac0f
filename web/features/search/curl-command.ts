import { curlExample, keyPlaceholder } from '#shared/docs/code-examples.ts';
import { limits } from '#shared/limits.ts';
import { type Filter, toApiFilter } from '#web/lib/search-filter.ts';

interface CurlCommand {
  /** Endpoint of the index. */
  endpoint: string;
  text: string;
  filters: readonly Filter[];
  /** Whether operators in the text decide which rows are found. */
  syntax?: 'query' | undefined;
}

/** The command that does the same search from a shell. */
export function curlCommand({ endpoint, text, filters, syntax }: CurlCommand): string {
  const request = {
    conceptFeaturesString: text,
    syntax,
    maxNumItems: limits.searchMaxItems,
    filters: filters.length > 0 ? filters.map(toApiFilter) : undefined,
  };
  return curlExample({ url: `${endpoint}/query`, apiKey: keyPlaceholder, body: { request } });
}
