import type { SavedSearch } from '#shared/contract/saved-searches.ts';
import type { SavedSearchRecord } from './saved-searches.ts';

/** A saved search as its owner sees it. */
export const toSavedSearch = ({
  org_id,
  user_id,
  auth_user_id,
  stop_secret,
  version,
  filters,
  ...search
}: SavedSearchRecord): SavedSearch => ({ ...search, filters: JSON.parse(filters) });
