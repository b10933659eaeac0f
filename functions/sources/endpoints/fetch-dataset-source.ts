import { lambda } from '#core/request/lambda.ts';
import { requireAttempt } from '#core/request/require-attempt.ts';
import { managingSubscriber } from '#functions/billing/index.ts';
import { sources } from '#shared/contract/sources.ts';
import { enqueueSource } from '../source-queue.ts';
import { beginFetch, getSource } from '../sources.ts';
import { toSource } from '../to-source.ts';

export const handler = lambda(
  sources,
  'fetch-dataset-source',
  managingSubscriber,
  async ({ params, principal, now, fail }) => {
    const { orgId, user, authUserId } = principal;
    await requireAttempt('source', orgId, now);
    const seen = await getSource({ org_id: orgId, ...params });
    if (!seen) throw fail('NotFound');
    const author = {
      author: user.full_name,
      author_id: user.item_id,
      auth_user_id: authUserId,
    };
    const begun = await beginFetch(seen, author, now);
    if (!begun) throw fail('SourceRunning');
    await enqueueSource(begun);
    return toSource(begun);
  },
);
