import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMember } from '#web/lib/auth/user.ts';
import { indexesQuery } from '#web/lib/queries/indexes.ts';
import { SearchForm } from './search-form.tsx';
import { searchQuery } from './search-query.ts';
import { SearchResults } from './search-results.tsx';
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
        key={text}
        choices={choices}
        indexId={indexId}
        text={text}
        searching={results.isFetching}
        onSearch={setAddress}
      />
      <SearchResults results={results} />
    </>
  );
}
