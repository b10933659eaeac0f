import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, Navigate } from 'react-router-dom';
import { savedSearchesQuery } from '#web/api/saved-searches.ts';
import { placeOf } from '#web/lib/runnable-search.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { LoadedPage } from '#web/ui/feedback/loaded.tsx';
import { PageHeader } from '#web/ui/page/page-header.tsx';

/** Leads to the search page with a saved search: where mails of alerts lead to. */
export function RunSavedSearch({ searchId }: { searchId: string }) {
  return (
    <LoadedPage query={useQuery(savedSearchesQuery)} failure="The saved search could not be loaded">
      {(searches) => {
        const search = searches.find(({ search_id }) => search_id === searchId);
        const place = search && placeOf(search);
        if (place) return <Navigate replace {...place} />;
        return (
          <>
            <PageHeader {...(search && { title: search.name })} />
            <EmptyState
              title={search ? 'The search page cannot show this search' : 'There is no such search'}
              action={
                <Button component={Link} to="/saved-searches" variant="default">
                  Saved searches
                </Button>
              }
            >
              {search
                ? 'A program has saved it with conditions that the page does not have. Its alert works.'
                : 'It was deleted, or somebody else has saved it.'}
            </EmptyState>
          </>
        );
      }}
    </LoadedPage>
  );
}
