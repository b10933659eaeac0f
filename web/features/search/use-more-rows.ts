import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Contract } from '#shared/contract/contract.ts';
import type { OutputOf } from '#shared/contract/endpoint.ts';
import { type SearchRequest, searchPage } from '#web/api/search.ts';
import { messageOf } from '#web/lib/errors.ts';
import { showMessage } from '#web/ui/feedback/passing-message.tsx';

type Found = OutputOf<Contract['query-index']>;

/** What a search found, with the rows that people asked for after its first ones. */
export function useMoreRows(request: SearchRequest, first: Found | undefined) {
  const client = useQueryClient();
  const [later, setLater] = useState<{ first: Found; rows: Found['foundItems']; next?: string }>();
  // Of another search, or of an earlier answer.
  const rest = later?.first === first ? later : undefined;
  const next = rest ? rest.next : first?.next;
  const load = useMutation({
    mutationFn: () => searchPage(client, { ...request, facets: undefined }, next),
    onSuccess: (page) => {
      if (!first) return;
      const rows = [...(rest?.rows ?? []), ...page.foundItems];
      setLater({ first, rows, ...(page.next !== undefined && { next: page.next }) });
    },
    onError: (error) => showMessage(`Error: ${messageOf(error)}`),
  });
  return {
    found: first && rest ? { ...first, foundItems: [...first.foundItems, ...rest.rows] } : first,
    isLoading: load.isPending,
    /** Undefined if all are shown, or the search gives no more. */
    showMore: next === undefined ? undefined : () => load.mutate(),
  };
}
