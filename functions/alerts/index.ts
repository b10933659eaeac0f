/** What other features may use of `alerts`. */
export {
  forgetSavedSearches,
  removeSavedSearchesOf,
  savedSearchesBy,
} from './saved-searches-of.ts';
