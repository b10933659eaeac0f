import { VisuallyHidden } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMember } from '#web/lib/auth/user.ts';
import { indexKeysQuery } from '#web/lib/queries/index-keys.ts';
import { indexesQuery } from '#web/lib/queries/indexes.ts';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { curlCommand } from './curl-command.ts';
import { SearchForm } from './search-form.tsx';
import { searchQuery } from './search-query.ts';
import { describeResults, SearchResults } from './search-results.tsx';
import { useSearchAddress } from './use-search-address.ts';

/** The ready-made indexes, in the order of the dropdown. */
const catalogs = [
  { value: 'us_patents', label: 'Patents' },
  { value: 'wikipedia', label: 'Wikipedia' },
  { value: 'arxiv', label: 'Arxiv' },
];

/** Searches a catalogue or one of the organisation's indexes. */
export function SearchPage() {
  const { orgId } = useMember();
  const queryClient = useQueryClient();
  const [{ indexId, text }, setAddress] = useSearchAddress();
  const { data: indexes = [] } = useQuery(indexesQuery(orgId));
  const results = useQuery(searchQuery(queryClient, { orgId, indexId, text }));
  const own = indexes
    .filter(({ builtin, status }) => !builtin && status === 'Active')
    .map(({ item_id, name }) => ({ value: item_id, label: name }));
  const choices = [...catalogs, ...own];
  // A link can name an index that is not loaded yet, or not there any more: the server decides.
  if (!choices.some(({ value }) => value === indexId)) {
    choices.push({ value: indexId, label: indexId });
  }
  return (
    <>
      <SearchForm
        choices={choices}
        indexId={indexId}
        text={text}
        searching={results.isFetching}
        onSearch={(next) => {
          if (next.indexId === indexId && next.text === text) void results.refetch();
          else setAddress(next);
        }}
      />
      <VisuallyHidden role="status">{describeResults(results)}</VisuallyHidden>
      <SearchResults
        results={results}
        actions={<CopyCurl orgId={orgId} indexId={indexId} text={text} />}
      />
    </>
  );
}

/** Copies the search as a command, with a key of the organisation: it runs as it is. */
function CopyCurl({ orgId, indexId, text }: { orgId: string; indexId: string; text: string }) {
  const { data: keys } = useQuery(indexKeysQuery(orgId));
  const { data: indexes } = useQuery(indexesQuery(orgId));
  const endpoint = indexes?.find(({ item_id }) => item_id === indexId)?.api_endpoint;
  const apiKey = keys?.[indexId]?.[0]?.api_key;
  if (endpoint === undefined || apiKey === undefined) return null;
  return <CopyButton value={curlCommand({ endpoint, apiKey, text })} label="Copy as curl" named />;
}
