import { ActionIcon } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type FacetRequest, facetQuery, type SearchRequest } from '#web/api/search.ts';
import { classNameOf } from '#web/lib/class-names.ts';
import { classCharacters, moreValues } from './facet-columns.ts';
import { type Choice, choiceOf, type ValueFacet } from './facet-filters.ts';
import { FacetValue, ValueList } from './facet-values.tsx';
import classes from './facets.module.css';

interface ClassTreeProps {
  facet: ValueFacet;
  /** The search without the filters of this facet. */
  request: SearchRequest;
  filters: SearchRequest['filters'];
  counts: readonly { value: string; count: number }[];
  chosen: readonly string[];
  onChoose: (value: string, choice: Choice | undefined) => void;
}

const subclassCharacters = 4;

/** What is below a class: its subclasses, and below these the symbols as they are. */
const below = (symbol: string, column: string): FacetRequest => ({
  column,
  top: moreValues,
  begins: symbol,
  ...(symbol.length < subclassCharacters && { prefix: subclassCharacters }),
});

/** Classes with their names. Each opens to its subclasses, and these to their symbols. */
export function ClassTree({ counts, chosen, ...tree }: ClassTreeProps) {
  // A chosen symbol that is listed further down is not repeated.
  const listed = counts.map(({ value }) => value);
  const outside = chosen.filter((one) => !listed.some((value) => one.startsWith(value)));
  return (
    <ValueList label={tree.facet.title} counts={counts} chosen={outside}>
      {(value, count) => (
        <ClassNode key={value} symbol={value} count={count} chosen={chosen} {...tree} />
      )}
    </ValueList>
  );
}

interface ClassNodeProps extends Omit<ClassTreeProps, 'counts'> {
  symbol: string;
  count: number | undefined;
}

function ClassNode({ symbol, count, ...tree }: ClassNodeProps) {
  const { facet, filters, chosen, onChoose } = tree;
  const isChosenBelow = chosen.some((one) => one !== symbol && one.startsWith(symbol));
  const [isOpen, setOpen] = useState(isChosenBelow);
  const canOpen = symbol.length <= subclassCharacters;
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <FacetValue
      value={symbol}
      name={symbol.length <= classCharacters ? classNameOf(symbol) : undefined}
      count={count}
      choice={choiceOf(facet, filters, symbol)}
      onChoose={(choice) => onChoose(symbol, choice)}
      toggle={
        canOpen ? (
          <ActionIcon
            variant="subtle"
            size="xs"
            aria-expanded={isOpen}
            aria-label={`Below ${symbol}`}
            onClick={() => setOpen(!isOpen)}
          >
            <Chevron size={14} stroke={1.8} />
          </ActionIcon>
        ) : (
          <span className={classes.noToggle} />
        )
      }
    >
      {isOpen && canOpen && <Below symbol={symbol} {...tree} />}
    </FacetValue>
  );
}

function Below({ symbol, ...tree }: Omit<ClassNodeProps, 'count'>) {
  const { data, isError } = useQuery(facetQuery(tree.request, below(symbol, tree.facet.column)));
  if (isError) return <p className={classes.note}>These could not be counted.</p>;
  if (!data) return <p className={classes.note}>Counting</p>;
  return (
    <ul className={classes.values} aria-label={`Below ${symbol}`}>
      {data.counts.map(({ value, count }) => (
        <ClassNode key={value} symbol={value} count={count} {...tree} />
      ))}
    </ul>
  );
}
