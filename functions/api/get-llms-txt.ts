import { catalogIds } from '#functions/indexes/catalogs.ts';
import { toIndex } from '#functions/indexes/to-index.ts';
import { anyone } from '#functions/runtime/anyone.ts';
import { publicOrigin } from '#functions/runtime/config.ts';
import { lambda } from '#functions/runtime/lambda.ts';
import { getIndexes } from '#functions/store/indexes.ts';
import { llmsTxt } from '#shared/docs/llms-txt.ts';

export const handler = lambda('get-llms-txt', anyone, async () =>
  llmsTxt(publicOrigin(), (await getIndexes(catalogIds)).map(toIndex)),
);
