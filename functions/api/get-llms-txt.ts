import { toIndex } from '#functions/domain/to-index.ts';
import { anyone } from '#functions/request/anyone.ts';
import { lambda } from '#functions/request/lambda.ts';
import { publicOrigin } from '#functions/runtime/config.ts';
import { getIndexes } from '#functions/store/indexes.ts';
import { catalogIds } from '#shared/catalogs.ts';
import { docs } from '#shared/contract/docs.ts';
import { llmsTxt } from '#shared/docs/llms-txt.ts';

export const handler = lambda(docs, 'get-llms-txt', anyone, async () =>
  llmsTxt(publicOrigin(), (await getIndexes(catalogIds)).map(toIndex)),
);
