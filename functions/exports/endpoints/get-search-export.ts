import { lambda } from '#core/request/lambda.ts';
import { uncountedKeyHolder } from '#functions/search/index.ts';
import { searchExports } from '#shared/contract/search-exports.ts';
import { ownExport } from '../own-export.ts';
import { toSearchExport } from '../to-search-export.ts';

export const handler = lambda(
  searchExports,
  'get-search-export',
  uncountedKeyHolder,
  async ({ params, principal, now }) =>
    toSearchExport(await ownExport(params.export_id, principal, now)),
);
