/** What other features may use of `search`. */
export { type ApiKeyPrincipal, keyHolder, uncountedKeyHolder } from './key-holder.ts';
export { logKeySearch, logVisitorSearch } from './log-answer.ts';
export { logSearch } from './log-search.ts';
export { queryPublishedIndex, type Sight, wholeIndex } from './query-published-index.ts';
export { countQueries, dayOf, givenBack, queriesTaken } from './query-usage.ts';
export { readQuery } from './read-query.ts';
export { requestWarmth } from './request-warmth.ts';
export { daysOf, monthDays, searchesOfMonth, searchFigures } from './search-figures.ts';
export { deleteOwner, forgetSearchesOf, listSearches, listSearchesOf } from './search-history.ts';
export { similarTo } from './similar-to.ts';
export { listUsage } from './usage.ts';
export { usedToday } from './used-today.ts';
export { vectorOfText, withVectorsOfTexts } from './vector-of-text.ts';
export { sendWarmEvent } from './warm-events.ts';
export { warmIndex } from './warm-index.ts';
