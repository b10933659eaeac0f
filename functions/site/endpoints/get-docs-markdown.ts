import { anyone } from '#core/request/anyone.ts';
import { lambda } from '#core/request/lambda.ts';
import { getIndex, toIndex } from '#functions/indexes/index.ts';
import { isCatalog } from '#shared/catalogs.ts';
import { docs } from '#shared/contract/docs.ts';
import { indexDocs } from '#shared/docs/index-docs.ts';
import { toMarkdown } from '#shared/docs/markdown.ts';

/** Of catalogues only: the names and values of an organization's own columns are nobody else's business. */
export const handler = lambda(docs, 'get-docs-markdown', anyone, async ({ params, fail }) => {
  const [, indexId = ''] = /^(\w+)\.md$/.exec(params.file) ?? [];
  const record = isCatalog(indexId) ? await getIndex(indexId) : undefined;
  if (!record) throw fail('NotFound');
  return toMarkdown(indexDocs(toIndex(record)));
});
