import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type Facet, facetQuery, type SearchRequest } from '#web/api/search.ts';
import { messageOf } from '#web/lib/errors.ts';
import { officeName } from '#web/lib/office-name.ts';
import { ClassTree } from './class-tree.tsx';
import { type FacetColumn, facetOf, moreValues } from './facet-columns.ts';
import {
  type Choice,
  choiceOf,
  chosenValues,
  isOfFacet,
  type ValueFacet,
  withValue,
} from './facet-filters.ts';
import { FacetValue, ValueList } from './facet-values.tsx';
import classes from './facets.module.css';
import { Histogram } from './histogram.tsx';

interface FacetSectionProps {
  facet: FacetColumn;
  request: SearchRequest;
  /** The counts that came with the search; undefined if it did not ask for them. */
  counted: Facet | undefined;
  onChange: (filters: SearchRequest['filters']) => void;
}

/**
 * The counts of one column, and what is chosen of it. What is chosen does not change the counts of its own column, so
 * that several values can be chosen.
 */
export function FacetSection({ facet, request, counted, onChange }: FacetSectionProps) {
  const { facets: _, ...search } = request;
  const others = search.filters.filter((filter) => !isOfFacet(facet, filter));
  const isFiltered = others.length < search.filters.length;
  const [isOpen, setOpen] = useState(counted !== undefined || isFiltered);
  const [showsMore, setShowMore] = useState(false);
  const without = { ...search, filters: others };
  const asked = facetOf(facet);
  const wanted = showsMore ? { ...asked, top: moreValues } : asked;
  const own = useQuery({
    ...facetQuery(without, wanted),
    enabled: isOpen && (isFiltered || showsMore || counted === undefined),
    placeholderData: (before: Facet | null | undefined) => before ?? counted,
  });
  const shown = isFiltered || showsMore || counted === undefined ? own.data : counted;
  return (
    <details
      className={classes.facet}
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className={classes.title}>{facet.title}</summary>
      {own.error && <p className={classes.note}>{messageOf(own.error)}</p>}
      {isOpen && !shown && !own.error && <p className={classes.note}>Counting</p>}
      {isOpen && shown && (
        <Counts
          facet={facet}
          counted={shown}
          request={without}
          filters={search.filters}
          {...{ onChange }}
        >
          {shown.distinct > shown.counts.length && 'top' in wanted && !showsMore && (
            <Button variant="subtle" size="compact-xs" onClick={() => setShowMore(true)}>
              More of {shown.distinct.toLocaleString('en')}
            </Button>
          )}
        </Counts>
      )}
      {isFiltered && (
        <Button
          variant="subtle"
          size="compact-xs"
          aria-label={`Clear ${facet.title}`}
          onClick={() => onChange(others)}
        >
          Clear
        </Button>
      )}
    </details>
  );
}

interface CountsProps {
  facet: FacetColumn;
  counted: Facet;
  /** The search without the filters of this facet. */
  request: SearchRequest;
  filters: SearchRequest['filters'];
  onChange: (filters: SearchRequest['filters']) => void;
  children: ReactNode;
}

function Counts({ facet, counted, request, filters, onChange, children }: CountsProps) {
  if (counted.counts.length === 0)
    return <p className={classes.note}>No result has a value here.</p>;
  if (facet.kind === 'dates' || facet.kind === 'numbers') {
    return (
      <div data-tour="search-chart">
        <Histogram
          facet={facet}
          counted={counted}
          filters={filters}
          onChange={(own) => onChange([...request.filters, ...own])}
        />
      </div>
    );
  }
  const values = facet as ValueFacet;
  const choose = (value: string, choice: Choice | undefined) =>
    onChange(withValue(values, filters, value, choice));
  const chosen = (['include', 'exclude'] as const).flatMap((choice) =>
    chosenValues(values, filters, choice),
  );
  return (
    <>
      {facet.kind === 'classes' ? (
        <ClassTree
          facet={values}
          request={request}
          filters={filters}
          counts={counted.counts}
          chosen={chosen}
          onChoose={choose}
        />
      ) : (
        <ValueList label={facet.title} counts={counted.counts} chosen={chosen}>
          {(value, count) => (
            <FacetValue
              key={value}
              value={value}
              name={facet.kind === 'offices' ? officeName(value) : undefined}
              count={count}
              choice={choiceOf(values, filters, value)}
              onChoose={(choice) => choose(value, choice)}
            />
          )}
        </ValueList>
      )}
      {children}
    </>
  );
}
