/** Questions that the catalogues can answer, for people who want to see a result first. A test checks the answers. */
export const exampleQueries = [
  { indexId: 'us_patents', text: 'solar powered drone' },
  { indexId: 'us_patents', text: 'organisms that make fuel from sugar' },
  { indexId: 'us_patents', text: 'protect a hive from parasites' },
  { indexId: 'wikipedia', text: 'mushrooms and moulds' },
  { indexId: 'wikipedia', text: 'storing electricity' },
  { indexId: 'arxiv', text: 'planets around other stars' },
] as const;
