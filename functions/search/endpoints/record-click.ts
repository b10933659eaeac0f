import { lambda } from '#core/request/lambda.ts';
import { search } from '#shared/contract/search.ts';
import { putClick } from '../clicks.ts';
import { uncountedKeyHolder } from '../key-holder.ts';

export const handler = lambda(
  search,
  'record-click',
  uncountedKeyHolder,
  async ({ params, body, principal, usage, now, fail }) => {
    const { orgId, keyId, userId } = principal;
    // Erasing a person takes their texts out of the history. A click names nobody, so it must not hold a person's text.
    if (keyId === undefined || userId !== undefined) {
      throw fail(
        'KeyRestricted',
        'Clicks are reported with an API key, not with that of a session.',
      );
    }
    const { confidential } = await usage!;
    if (confidential) return { recorded: false };
    const click = { org_id: orgId, index_id: params.index_id, key_id: keyId, ...body };
    await putClick(click, now);
    return { recorded: true };
  },
);
