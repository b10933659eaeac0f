import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import type { Index } from '#shared/contract/indexes.ts';
import { listedNumbers } from '#shared/query-language/number-list.ts';
import { publicationsQuery } from '#web/api/patents.ts';
import { searchQuery } from '#web/api/search.ts';
import { describeHit } from '#web/lib/describe-hit.ts';
import { documentPath } from '#web/lib/document-path.ts';
import type { SearchAddress } from '#web/lib/runnable-search.ts';
import { searchRequest } from './search-request.ts';
import { applicationsIn, searchedFor } from './use-applications.ts';

/**
 * Opens the document of a number that somebody searches for, if it is the only one with this number. To be called with the search
 * that begins; it is not made twice. One that is opened by its address, such as by the back button, shows its hit.
 */
export function useOpenNumber(index: Index | undefined): (search: SearchAddress) => Promise<void> {
  const client = useQueryClient();
  const navigate = useNavigate();
  return async (typed) => {
    const { pathname } = window.location;
    const applications = applicationsIn(typed);
    const published =
      applications &&
      (await client.fetchQuery(publicationsQuery(applications)).catch(() => undefined));
    const search = published ? { ...typed, text: searchedFor(published.ucids) } : typed;
    if (listedNumbers(search.text)?.length !== 1) return;
    // The page says why a search has failed.
    const found = await client
      .fetchQuery(searchQuery(searchRequest(search, index)))
      .catch(() => undefined);
    const [hit] = found?.totalFoundItems === 1 ? found.foundItems : [];
    const id = hit && describeHit(hit, index?.columns_use).id;
    if (id === undefined || window.location.pathname !== pathname) return;
    void navigate(documentPath(search.indexId, id, ''));
  };
}
