import { type Filter, valuesOf } from '#web/lib/search-filter.ts';
import type { FacetColumn } from './facet-columns.ts';

/** The operators with which a facet includes values and excludes them. */
const operators = {
  values: { include: 'in', exclude: '!=' },
  classes: { include: 'under', exclude: 'outside' },
  offices: { include: 'begins', exclude: 'begins-not' },
} as const;

export type ValueFacet = FacetColumn & { kind: keyof typeof operators };

export const isOfIntervals = ({ kind }: FacetColumn) => kind === 'dates' || kind === 'numbers';
export const isOfValues = (facet: FacetColumn): facet is ValueFacet => !isOfIntervals(facet);

export type Choice = 'include' | 'exclude';

/** Whether a filter is one that the facet of its column sets. */
export function isOfFacet({ column, kind }: FacetColumn, filter: Filter): boolean {
  if (filter.column !== column) return false;
  if (kind === 'dates') return filter.operator === '>=' || filter.operator === '<=';
  if (kind === 'numbers') return filter.operator === '>=' || filter.operator === '<';
  const { include, exclude } = operators[kind];
  // Somebody may have typed the one value of a form.
  return [include, exclude, ...(kind === 'values' ? ['='] : [])].includes(filter.operator);
}

const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

/** The values that filters include or exclude by a facet. */
export function chosenValues(
  facet: ValueFacet,
  filters: readonly Filter[],
  choice: Choice,
): string[] {
  const { include, exclude } = operators[facet.kind];
  return filters
    .filter((filter) => isOfFacet(facet, filter))
    .flatMap((filter) => {
      const isExcluded = filter.operator === exclude;
      if (isExcluded !== (choice === 'exclude')) return [];
      const hasSeveral = filter.operator === include || facet.kind !== 'values';
      return hasSeveral ? valuesOf(filter) : [filter.value];
    });
}

/** The filters after a value was included, excluded, or neither. */
export function withValue(
  facet: ValueFacet,
  filters: readonly Filter[],
  value: string,
  choice: Choice | undefined,
): Filter[] {
  const { column, kind } = facet;
  const { include, exclude } = operators[kind];
  const next = (of: Choice) => {
    const others = chosenValues(facet, filters, of).filter((each) => !same(each, value));
    return choice === of ? [...others, value] : others;
  };
  const [included, excluded] = [next('include'), next('exclude')];
  const excluding: Filter[] =
    kind === 'values'
      ? excluded.map((one) => ({ column, operator: exclude, value: one }))
      : excluded.length > 0
        ? [{ column, operator: exclude, value: excluded.join('; ') }]
        : [];
  return [
    ...filters.filter((filter) => !isOfFacet(facet, filter)),
    ...(included.length > 0
      ? [{ column, operator: include, value: included.join('; ') } satisfies Filter]
      : []),
    ...excluding,
  ];
}

export const choiceOf = (
  facet: ValueFacet,
  filters: readonly Filter[],
  value: string,
): Choice | undefined =>
  (['include', 'exclude'] as const).find((choice) =>
    chosenValues(facet, filters, choice).some((each) => same(each, value)),
  );
