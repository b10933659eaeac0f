import type { Index } from '#shared/contract/indexes.ts';
import type { Filter } from '#web/lib/search-filter.ts';
import { CopyItem } from '#web/ui/text/copy-item.tsx';
import { curlCommand } from './curl-command.ts';

interface CopyCurlProps {
  index: Index;
  text: string;
  filters: Filter[];
  syntax?: 'query';
}

/** Copies the search as a command, with a placeholder where a key belongs. */
export function CopyCurl({ index, text, filters, syntax }: CopyCurlProps) {
  const command = curlCommand({ endpoint: index.api_endpoint, text, filters, syntax });
  return <CopyItem value={command} label="Copy as curl" />;
}
