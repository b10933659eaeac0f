import { lambda } from '#core/request/lambda.ts';
import { setting } from '#core/runtime/config.ts';
import { managingMember } from '#functions/people/index.ts';
import { sources } from '#shared/contract/sources.ts';
import { listSources } from '../sources.ts';
import { toSource } from '../to-source.ts';

export const handler = lambda(
  sources,
  'list-dataset-sources',
  managingMember,
  async ({ principal: { orgId } }) => ({
    items: (await listSources(orgId))
      .map(toSource)
      .toSorted((a, b) => (a.dataset_name < b.dataset_name ? -1 : 1)),
    account_id: setting('ACCOUNT_ID'),
    external_id: orgId,
  }),
);
