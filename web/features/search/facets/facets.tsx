import type { Index } from '#shared/contract/indexes.ts';
import type { Facet, SearchRequest } from '#web/api/search.ts';
import { facetColumns } from './facet-columns.ts';
import { FacetSection } from './facet-section.tsx';
import classes from './facets.module.css';

export interface FacetsProps {
  index: Index;
  request: SearchRequest;
  facets: readonly Facet[];
  /** Whether the list shows one publication of each family: counts are of all of them. */
  isFolded: boolean;
  onChange: (filters: SearchRequest['filters']) => void;
}

/** Counts of all results by the columns of the index. */
export function Facets({ index, request, facets, isFolded, onChange }: FacetsProps) {
  return (
    <>
      {isFolded && <p className={classes.note}>Counts are of publications, not of families.</p>}
      {facetColumns(index).map((facet) => (
        <FacetSection
          key={facet.column}
          facet={facet}
          request={request}
          counted={facets.find(({ column }) => column === facet.column)}
          onChange={onChange}
        />
      ))}
    </>
  );
}
