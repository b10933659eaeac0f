import { Button, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { longColumns } from '#shared/catalog-columns.ts';
import type { Index } from '#shared/contract/indexes.ts';
import type { FoundItem } from '#shared/contract/search.ts';
import { limits } from '#shared/limits.ts';
import { parseQuery, type QueryPlace } from '#shared/query-language/parse-query.ts';
import { indexQuery } from '#web/api/indexes.ts';
import { type Addable, searchToAdd } from '#web/api/projects.ts';
import { searchQuery } from '#web/api/search.ts';
import { warmIndexQuery } from '#web/api/warm.ts';
import { describeHit } from '#web/lib/describe-hit.ts';
import { documentPath } from '#web/lib/document-path.ts';
import { nameFromText } from '#web/lib/name-from-text.ts';
import { toRunnable } from '#web/lib/runnable-search.ts';
import { ContentSkeleton } from '#web/ui/feedback/content-skeleton.tsx';
import { useLoaded } from '#web/ui/feedback/use-loaded.ts';
import { MoreMenu } from '#web/ui/form/more-menu.tsx';
import { Segments } from '#web/ui/form/segments.tsx';
import { MenuItem } from '#web/ui/menu/menu.tsx';
import { ExportResults } from './export-results.tsx';
import { FacetPanel } from './facets/facet-panel.tsx';
import { familyColumn } from './families/family-column.ts';
import { FamiliesContext, familiesIn, useFamilies } from './families/use-families.ts';
import { OpenDocument } from './open-document.tsx';
import { OrderSelect } from './order-select.tsx';
import { queryColumns } from './query-columns.ts';
import { SaveSearch } from './save-search.tsx';
import { SearchFilters } from './search-filters.tsx';
import { SearchForm } from './search-form.tsx';
import classes from './search-page.module.css';
import { searchRequest } from './search-request.ts';
import { describeResults, SearchResults } from './search-results.tsx';
import { SearchedAs } from './searched-as.tsx';
import understood from './understood-query.module.css';
import { UnderstoodQuery } from './understood-query.tsx';
import { useApplications } from './use-applications.ts';
import { useMoreLike } from './use-more-like.ts';
import { useMoreRows } from './use-more-rows.ts';
import { useOpenNumber } from './use-open-number.ts';
import { useSearchAddress } from './use-search-address.ts';
import { useTriage } from './use-triage.ts';

interface SearchPageProps {
  /** The document of a row, beside the list. */
  documentOf: (row: { indexId: string; id: string; text: string; quote: string }) => ReactNode;
  /** Actions on a hit that has an id. */
  actionsOf: (row: { index_id: string; id: string }, title: string) => ReactNode;
  /** Actions on the selected hits that have an id. */
  selectionActionsOf: (
    rows: readonly { index_id: string; id: string; title: string }[],
  ) => ReactNode;
  onAddToProject: (search: Addable) => void;
  /** What stands above the results of a search. */
  aboveResults: (search: {
    indexId: string;
    text: string;
    onMoreLike: (ids: readonly string[], known: readonly string[]) => void;
  }) => ReactNode;
}

/** Only people who open the menu, ask how to search, or find nothing need these. */
const CopyCurl = lazy(async () => ({ default: (await import('./copy-curl.tsx')).CopyCurl }));
const QueryHelp = lazy(async () => ({ default: (await import('./query-help.tsx')).QueryHelp }));
const FindSomething = lazy(async () => ({
  default: (await import('./find-something.tsx')).FindSomething,
}));

/** Only people who look at pictures need the library that draws them. */
const Landscape = lazy(async () => ({
  default: (await import('./landscape/landscape.tsx')).Landscape,
}));

const showAll = 'Show less relevant results too';
const showRelevant = 'Show only relevant results';

const views = ['list', 'landscape'] as const;
const viewNames = { list: 'List', landscape: 'Landscape' };

/** Where a document has room beside the list. */
const wide = '(min-width: 75em)';

/** Where what is often done with results stands beside them, and not in a menu. */
const roomy = '(min-width: 48em)';

/** Searches a catalogue or one of the organization's indexes. */
export function SearchPage(props: SearchPageProps) {
  const { actionsOf, selectionActionsOf, documentOf, aboveResults, onAddToProject } = props;
  const [address, setAddress] = useSearchAddress();
  const { indexId, text: typed, filters, asWords } = address;
  const { data: index, isError } = useQuery(indexQuery(indexId));
  // A search that is in the address reads the index itself.
  useQuery({ ...warmIndexQuery(indexId), enabled: typed === '' });
  const [choice, setChoice] = useState<boolean>();
  const applications = useApplications(address);
  const { searched } = applications;
  const { text } = searched;
  const request = searchRequest(searched, index, choice);
  const { relevantOnly } = request;
  // What is counted depends on the columns.
  const isReady = (index !== undefined || isError) && !applications.isLoading;
  const results = useQuery({ ...searchQuery(request), enabled: text !== '' && isReady });
  const loaded = useLoaded(results.data);
  const box = useRef<HTMLTextAreaElement>(null);
  const [isHelping, setHelping] = useState<boolean>();
  const columns = index ? queryColumns(index) : [];
  const openNumber = useOpenNumber(index);
  const search = (next: { indexId: string; text: string }) => {
    const sameIndex = next.indexId === indexId;
    if (sameIndex && next.text === typed) void results.refetch();
    // Another index has other columns.
    else if (sameIndex) setAddress({ ...next, asWords: false });
    else setAddress({ ...next, filters: [], order: undefined, asWords: false });
    if (sameIndex) void openNumber({ ...address, text: next.text, asWords: false });
  };
  const { showMore, isLoading: isLoadingMore, ...more } = useMoreRows(request, loaded);
  // Operators decide what is found; among plain words, what is near the best does.
  const isLess = ({ explanation }: FoundItem) =>
    request.syntax === undefined && explanation?.isRelevant === false;
  // An index that is not cut has rows for any words. None is an answer if none is relevant, unless somebody asks for these.
  const isUnrelated =
    choice === undefined && !relevantOnly && more.found?.foundItems.slice(0, 1).some(isLess);
  const found = isUnrelated ? noneOf(more.found!) : more.found;
  const items = found?.foundItems ?? [];
  const hits = items.map((item) => describeHit(item, index?.columns_use));
  const isWide = useMediaQuery(wide, undefined, { getInitialValueInEffect: false });
  const isRoomy = useMediaQuery(roomy, undefined, { getInitialValueInEffect: false });
  const membersOf = useFamilies(request, items);
  const isFolded = request.distinct !== undefined;
  const firstOfLess = items.findIndex(isLess);
  const counted = {
    relevant: firstOfLess === -1 ? items.length : firstOfLess,
    isFolded,
    isFiltered: filters.length > 0,
    families: familiesIn(loaded?.facets, request.distinct),
  };
  // An answer that tells how many rows it leaves out may leave out none.
  const isCut = isUnrelated || (relevantOnly && found?.lessRelevantItems !== 0);
  const total = found?.totalFoundItems ?? 0;
  // What stands above the hits has its room before they come, so that nothing moves then.
  const isAwaited = text !== '' && !loaded && !results.isError;
  const isDrawn = address.view === 'landscape' && index !== undefined && total > 0;
  const triage = useTriage({
    indexId,
    // Keys go through the list where it is shown.
    ids: isDrawn ? [] : hits.map(({ id }) => id),
    search: JSON.stringify(request),
    isWide,
  });
  const opened = triage.opened === undefined ? undefined : hits[triage.opened];
  const quote = items[triage.opened ?? -1]?.explanation?.passage?.text ?? '';
  // Operators are not words of a document.
  const words = request.syntax ? parseQuery(text, columns).text : text;
  const moreLike = useMoreLike(indexId, index, setAddress);
  const canAdd = text.length <= limits.savedSearchTextMaxLength;
  const addToProject = () => onAddToProject(searchToAdd(toRunnable(searched), nameFromText(typed)));
  const select = ({ start, end }: QueryPlace) => {
    box.current?.focus();
    box.current?.setSelectionRange(start, end);
  };
  return (
    <>
      <SearchForm
        indexId={indexId}
        // A link can name an index that no longer exists: the search then fails with a message.
        indexName={isError ? indexId : index?.name}
        text={typed}
        searching={results.isFetching}
        box={box}
        onHelp={() => setHelping(true)}
        onDown={triage.goToFirst}
        onSearch={search}
        onSearchDocument={(found) => setAddress({ text: found, asWords: true })}
      />
      {applications.note && !applications.isLoading && (
        <p className={understood.understood} role="status">
          {applications.note}
        </p>
      )}
      <UnderstoodQuery
        text={text}
        asWords={asWords}
        columns={columns}
        onChange={setAddress}
        onEdit={select}
      />
      {text !== '' && <SearchedAs synonyms={results.data?.synonyms} />}
      {isHelping !== undefined && (
        <Suspense>
          <QueryHelp
            opened={isHelping}
            onClose={() => setHelping(false)}
            index={index}
            onTry={(example) => {
              setHelping(false);
              search({ indexId, text: example });
            }}
          />
        </Suspense>
      )}
      <div className={classes.tools}>
        <SearchFilters
          key={indexId}
          columns={index ? metadataColumns(index) : []}
          filters={filters}
          onChange={(next) => setAddress({ filters: next })}
        />
        {(isAwaited || (index && total > 0)) && (
          <div className={classes.view} data-tour="search-view" data-awaited={isAwaited}>
            {!isDrawn && (
              <OrderSelect
                columns={index ? metadataColumns(index) : []}
                order={address.order}
                onChange={(order) => setAddress({ order })}
              />
            )}
            <Segments
              label="View of the results"
              values={views}
              names={viewNames}
              value={address.view ?? 'list'}
              onChange={(view) => setAddress({ view: view === 'landscape' ? view : undefined })}
            />
          </div>
        )}
      </div>
      {text !== '' && aboveResults({ indexId, text, onMoreLike: moreLike })}
      <VisuallyHidden role="status">{describeResults(results, found, counted)}</VisuallyHidden>
      <div className={classes.workspace}>
        {isDrawn ? (
          <Suspense
            fallback={<ContentSkeleton shape="text" lines={8} label="Loading the landscape" />}
          >
            <Landscape
              key={indexId}
              {...{ index, address: searched, request, total, words }}
              actions={
                <Button variant="subtle" size="compact-sm" onClick={() => setChoice(!relevantOnly)}>
                  {relevantOnly ? showAll : showRelevant}
                </Button>
              }
              onDraw={(drawn) => setAddress({ drawn })}
            />
          </Suspense>
        ) : (
          <FamiliesContext value={{ request, membersOf }}>
            <SearchResults
              results={results}
              found={found}
              showMore={
                showMore && (
                  <Button variant="default" loading={isLoadingMore} onClick={showMore}>
                    Show {limits.searchMaxItems} more
                  </Button>
                )
              }
              isSearching={text !== '' && !results.isError && !loaded}
              uses={index?.columns_use}
              types={index?.columns_type}
              ways={
                index && (
                  <Suspense>
                    <FindSomething
                      {...{ address: searched, index, columns }}
                      onChange={setAddress}
                    />
                  </Suspense>
                )
              }
              counted={counted}
              indexId={indexId}
              words={words}
              triage={triage}
              canOpen={isWide}
              onMoreLike={moreLike}
              actionsOf={actionsOf}
              selectionActionsOf={selectionActionsOf}
              onRemoveFilters={filters.length > 0 ? () => setAddress({ filters: [] }) : undefined}
              onShowAll={isCut ? () => setChoice(false) : undefined}
              actions={
                <>
                  <SaveSearch search={toRunnable(searched)} total={loaded && total} />
                  {canAdd && isRoomy && (
                    <Button variant="subtle" size="compact-sm" onClick={addToProject}>
                      Add to project
                    </Button>
                  )}
                  <ExportResults
                    request={request}
                    total={total}
                    selected={items.filter((_, position) => triage.selected.has(position))}
                    uses={index?.columns_use}
                    pathOf={(id) => documentPath(indexId, id, '')}
                  />
                  <MoreMenu label="More for the results">
                    <MenuItem onClick={() => setChoice(!relevantOnly)}>
                      {relevantOnly ? showAll : showRelevant}
                    </MenuItem>
                    {familyColumn(index) !== undefined && (
                      <MenuItem onClick={() => setAddress({ isUnfolded: !address.isUnfolded })}>
                        {address.isUnfolded ? 'Fold families' : 'Show all publications'}
                      </MenuItem>
                    )}
                    {canAdd && !isRoomy && (
                      <MenuItem onClick={addToProject}>Add to project</MenuItem>
                    )}
                    {index && <CopyCurl index={index} {...request} />}
                  </MoreMenu>
                </>
              }
            />
          </FamiliesContext>
        )}
        {opened?.id !== undefined && isWide && (
          <OpenDocument
            id={opened.id}
            title={opened.title}
            path={documentPath(indexId, opened.id, words, quote)}
            onClose={triage.close}
          >
            {documentOf({ indexId, id: opened.id, text: words, quote })}
          </OpenDocument>
        )}
        {index && opened === undefined && text !== '' && total > 0 && (
          <FacetPanel
            key={indexId}
            index={index}
            request={request}
            facets={results.data?.facets ?? []}
            isFolded={isFolded}
            onChange={(next) => setAddress({ filters: next })}
          />
        )}
      </div>
    </>
  );
}

/** An answer of which no row is relevant. */
const noneOf = <T extends { totalFoundItems: number; foundItems: unknown[] }>(found: T): T => ({
  ...found,
  lessRelevantItems: found.totalFoundItems,
  totalFoundItems: 0,
  foundItems: [],
});

/** Columns to filter by. Before its first build a column has no type. Long ones are searched by the query language. */
const metadataColumns = ({ item_id, columns_role, columns_type = {} }: Index) =>
  Object.keys(columns_role)
    .filter((name) => columns_role[name] === 'metadata' && !longColumns(item_id).includes(name))
    .map((name) => ({
      name,
      type: Object.hasOwn(columns_type, name) ? columns_type[name] : undefined,
    }))
    .filter(({ type }) => type !== 'vector');
