import { anyone } from '#core/request/anyone.ts';
import { lambda } from '#core/request/lambda.ts';
import { publicOrigin } from '#core/runtime/config.ts';
import { getIndexes, toIndex } from '#functions/indexes/index.ts';
import { catalogIds } from '#shared/catalogs.ts';
import { docs } from '#shared/contract/docs.ts';
import { llmsTxt } from '#shared/docs/llms-txt.ts';

export const handler = lambda(docs, 'get-llms-txt', anyone, async () =>
  llmsTxt(publicOrigin(), (await getIndexes(catalogIds)).map(toIndex)),
);
