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
  /** What a facet of a column is called: `publication_date` as "Publication date". */
  column: (name: string) => {
    const words = name.replaceAll('_', ' ').trim();
    return words.charAt(0).toUpperCase() + words.slice(1);
  },
  /** A day such as 2015-03-31, in the language of the page. */
  day: (iso: string) =>
    new Date(iso).toLocaleDateString(document.documentElement.lang || undefined, {
      dateStyle: 'medium',
      timeZone: 'UTC',
    }),
  /** How many rows match. */
  count: (matches: number) =>
    matches === 1 ? '1 result' : `${matches.toLocaleString('en')} results`,
};

export type Texts = typeof englishTexts;
