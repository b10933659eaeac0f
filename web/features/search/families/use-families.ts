import { useQuery } from '@tanstack/react-query';
import { createContext, use } from 'react';
import type { FoundItem } from '#shared/contract/search.ts';
import { type Facet, type SearchRequest, searchQuery } from '#web/api/search.ts';
import { describeHit } from '#web/lib/describe-hit.ts';

/** A publication of a family. */
export interface FamilyMember {
  id: string;
  title: string;
  date: string | undefined;
}

/** Families whose members are asked for at once: the API takes as many values of a condition. */
const mostAsked = 100;

/**
 * The publications of the families that a folded search lists, if they meet its conditions. Those of all families together
 * are asked for once; the answer may have no room for some.
 * @param request the search; not folded if it has no `distinct`
 * @returns members of the family of a hit, the nearest first; undefined until they are known
 */
export function useFamilies(request: SearchRequest, items: readonly FoundItem[]) {
  const { distinct: column = '' } = request;
  const names = items
    .filter(({ sameValue = 1 }) => sameValue > 1)
    .map((item) => String(item[column]))
    .slice(0, mostAsked);
  const { data } = useQuery({
    ...searchQuery(membersRequest(request, column, names)),
    enabled: names.length > 0,
  });
  const families = Map.groupBy(data?.foundItems ?? [], (item) => String(item[column]));
  return (item: FoundItem): FamilyMember[] | undefined => {
    const { sameValue = 1 } = item;
    const family = families.get(String(item[column])) ?? [];
    return family.length < sameValue ? undefined : family.flatMap(toMember);
  };
}

/** The folded search, and what `useFamilies` gives of it. A context, so that hits that have no family are not rendered again. */
export const FamiliesContext = createContext<{
  request: SearchRequest | undefined;
  membersOf: ReturnType<typeof useFamilies>;
}>({ request: undefined, membersOf: () => undefined });

/** The same of the family of one hit, asked for alone where all together had no room for it. */
export function useFamily(item: FoundItem, isOpen: boolean): FamilyMember[] | undefined {
  const { request, membersOf } = use(FamiliesContext);
  const members = membersOf(item);
  const column = request?.distinct ?? '';
  const alone = membersRequest(request ?? noSearch, column, [String(item[column])]);
  const isWanted = isOpen && members === undefined && request !== undefined;
  const found = useQuery({ ...searchQuery(alone), enabled: isWanted });
  return members ?? found.data?.foundItems.flatMap(toMember);
}

const noSearch: SearchRequest = { indexId: '', text: '', filters: [] };

/** The publications of some families that meet the conditions of a search, also those that are less relevant. */
function membersRequest(
  { distinct: _, facets: __, pages: ___, sort: ____, ...search }: SearchRequest,
  column: string,
  names: readonly string[],
): SearchRequest {
  return {
    ...search,
    relevantOnly: false,
    explain: false,
    fields: ['ucid', 'title', 'publication_date', column],
    filters: [...search.filters, { column, operator: 'in', value: names.join(';') }],
  };
}

function toMember(item: FoundItem): FamilyMember[] {
  const { id, title } = describeHit(item, undefined);
  const { publication_date: date } = item;
  if (id === undefined) return [];
  return [{ id, title, date: typeof date === 'string' && date !== '' ? date : undefined }];
}

/** How many families were found. Publications without a family are one each. */
export function familiesIn(
  facets: readonly Facet[] = [],
  column: string | undefined,
): number | undefined {
  const counted = facets.find((facet) => facet.column === column);
  return counted && counted.distinct + counted.missing;
}
