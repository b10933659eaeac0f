import { Button } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import type { Rating } from '#shared/contract/lists.ts';
import { indexQuery } from '#web/api/indexes.ts';
import type { ListedDocument } from '#web/api/lists.ts';
import { publicationsQuery } from '#web/api/patents.ts';
import { searchQuery } from '#web/api/search.ts';
import { searchKeyQuery } from '#web/api/search-keys.ts';
import { startLoading } from '#web/app/start-loading.ts';
import { AddToList } from '#web/features/lists/add-to-list.tsx';
import { RateButtons } from '#web/features/lists/rate-buttons.tsx';
import { RatingList } from '#web/features/lists/rating-list.tsx';
import { RatingsContext, useRatings } from '#web/features/lists/use-ratings.ts';
import { useAddToProject } from '#web/features/projects/use-add-to-project.tsx';
import { SearchPage } from '#web/features/search/search-page.tsx';
import { searchRequest } from '#web/features/search/search-request.ts';
import { applicationsIn } from '#web/features/search/use-applications.ts';
import { readSearchAddress } from '#web/features/search/use-search-address.ts';
import { SubscriptionGate } from '#web/features/subscription/subscription-gate.tsx';
import { Tour } from '#web/features/tours/tour.tsx';
import { compareIndexesPath } from '#web/lib/compare-path.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { ContentSkeleton } from '#web/ui/feedback/content-skeleton.tsx';
import { MoreMenu } from '#web/ui/form/more-menu.tsx';
import { MenuItem } from '#web/ui/menu/menu.tsx';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import { useKeys } from '#web/ui/page/use-keys.ts';

/** Only people who read beside the list need its code. */
const DocumentPane = lazy(async () => ({
  default: (await import('#web/features/documents/document-pane.tsx')).DocumentPane,
}));

export const loader = startLoading(({ request }) => {
  const address = readSearchAddress(new URL(request.url).searchParams);
  const loadIndex = queryClient.ensureQueryData(indexQuery(address.indexId)).catch(() => undefined);
  const search = async () => {
    // What is counted depends on the columns. The key of the search is fetched meanwhile.
    const index = await loadIndex;
    const applications = applicationsIn(address);
    // Their numbers are words only if no publication is known.
    if (applications) await queryClient.prefetchQuery(publicationsQuery(applications));
    else if (address.text !== '')
      await queryClient.prefetchQuery(searchQuery(searchRequest(address, index)));
  };
  return [queryClient.prefetchQuery(searchKeyQuery(address.indexId)), search()];
});

/** On the page itself people search with settings that the address does not have. */
export const shouldRevalidate = () => false;

const actionsOf = (document: ListedDocument, title: string) => (
  <>
    <AddToList documents={[{ ...document, title }]} isQuiet />
    <RateButtons document={document} title={title} />
  </>
);

/** Without a search the tour has no result to show. Who came for an index stays there. */
const exampleOfTour = {
  to: '/search?index=us_patents&q=solar+powered+drone',
  unlessShown: 'search-results',
};

/** Presses a button of the hit that the keys are at. */
const rateActive = (rating: Rating) => () => {
  const place = `[data-hit][data-active="true"] [data-rate="${rating}"]`;
  const button = document.querySelector<HTMLButtonElement>(place);
  button?.click();
  return button !== null;
};

export function Component() {
  const [params] = useSearchParams();
  const ratings = useRatings();
  const [addToProject, dialog] = useAddToProject();
  useKeys({ 1: rateActive('relevant'), 2: rateActive('maybe'), 3: rateActive('not') });
  return (
    <SubscriptionGate>
      <PageHeader
        actions={
          <>
            <Button component={Link} to="/saved-searches" variant="subtle" size="compact-sm">
              Saved searches
            </Button>
            <Tour name="search" example={params.has('index') ? undefined : exampleOfTour} />
            <MoreMenu label="More about searching">
              <MenuItem
                component={Link}
                to={compareIndexesPath(params.get('index') ?? 'us_patents', params.get('q') ?? '')}
              >
                Compare indexes
              </MenuItem>
              <MenuItem component={Link} to="/exports">
                Exports
              </MenuItem>
            </MoreMenu>
          </>
        }
      />
      <RatingsContext value={ratings}>
        <SearchPage
          documentOf={(row) => (
            <Suspense
              fallback={<ContentSkeleton shape="text" lines={8} label="Loading the document" />}
            >
              <DocumentPane {...row} />
            </Suspense>
          )}
          actionsOf={actionsOf}
          selectionActionsOf={(documents) => (
            <AddToList documents={documents} isQuiet>
              Add these to a list
            </AddToList>
          )}
          onAddToProject={addToProject}
          aboveResults={(search) => <RatingList ratings={ratings} {...search} />}
        />
      </RatingsContext>
      {dialog}
    </SubscriptionGate>
  );
}
