/** What the search says. A page may give others: `element.texts = { search: 'Suchen' }`. */
export const englishTexts = {
  label: 'Search',
  placeholder: 'What are you looking for?',
  search: 'Search',
  filters: 'Filters',
  clear: 'Clear filters',
  more: 'More results',
  again: 'Try again',
  nothing: 'Nothing was found. Try other words.',
  failed: 'The search failed.',
  searching: 'Searching…',
  /** What a facet of a column is called. */
  column: (name: string) => name,
  /** How many rows match. */
  count: (matches: number) =>
    matches === 1 ? '1 result' : `${matches.toLocaleString('en')} results`,
};

export type Texts = typeof englishTexts;
