import { lambda } from '#core/request/lambda.ts';
import { requireAttempt } from '#core/request/require-attempt.ts';
import { member } from '#functions/people/index.ts';
import { searchKeys } from '#shared/contract/search-keys.ts';
import { requireReadableIndex } from '../require-readable-index.ts';
import { addSearchKey } from '../search-keys.ts';

export const handler = lambda(
  searchKeys,
  'create-search-key',
  member,
  async ({ body, principal, now }) => {
    await requireReadableIndex(principal, body.index_id);
    // Each key may send queries at its own pace.
    await requireAttempt('search_key', principal.user.item_id, now);
    return addSearchKey(principal, body.index_id, now);
  },
);
