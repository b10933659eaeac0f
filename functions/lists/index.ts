/** What other features may use of `lists`. */
export { forgetListsOf, listEntriesBy, removeListsOf } from './lists-of.ts';
export { readList } from './read-list.ts';
