import type { SearchFilters } from './assistant-tools.ts';
import { formatDay } from './format-day.ts';

/** Filters of one kind in words, and the request that lifts them. */
export interface FilterGroup {
  words: string[];
  lift: string;
}

/** Filters of the assistant in words, by what a person would lift together. */
export function filterGroups(filters: Partial<SearchFilters>): FilterGroup[] {
  const named = (name: string, value: string | null | undefined, joined = ' or ') =>
    value ? [`${name} ${value.replaceAll(' | ', joined)}`] : [];
  const dated = (name: string, day: string | null | undefined) =>
    day ? [`${name} ${formatDay(day)}`] : [];
  const groups: FilterGroup[] = [
    {
      lift: 'without the date filter',
      words: [
        ...dated('priority after', filters.priority_after),
        ...dated('priority before', filters.priority_before),
        ...dated('published after', filters.published_after),
        ...dated('published before', filters.published_before),
      ],
    },
    {
      lift: 'without the class filter',
      words: [...named('CPC', filters.cpc), ...named('not in CPC', filters.not_cpc)],
    },
    {
      lift: 'without the kind filter',
      words: [
        ...named('kind code', filters.kind_code),
        ...named('not of kind code', filters.not_kind_code),
      ],
    },
    {
      lift: 'without the owner filter',
      words: [...named('assignee', filters.assignee), ...named('not by', filters.not_assignee)],
    },
    {
      lift: 'without the office filter',
      words: [...named('office', filters.office), ...named('not of office', filters.not_office)],
    },
    { lift: 'without the inventor filter', words: named('inventor', filters.inventor) },
    {
      lift: 'without the word filter',
      words: [
        ...named('with the words', filters.with_words, ', '),
        ...named('without the words', filters.without_words, ', '),
      ],
    },
  ];
  return groups.filter(({ words }) => words.length > 0);
}
