import { lambda } from '#core/request/lambda.ts';
import { uncountedKeyHolder } from '#functions/search/index.ts';
import { searchExports } from '#shared/contract/search-exports.ts';
import { ownExport } from '../own-export.ts';
import { removeSearchExport } from '../search-exports.ts';

export const handler = lambda(
  searchExports,
  'delete-search-export',
  uncountedKeyHolder,
  async ({ params, principal, now }) => {
    await removeSearchExport(await ownExport(params.export_id, principal, now));
    return {};
  },
);
