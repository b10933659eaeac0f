import { managementPath } from '#shared/management-scopes.ts';
import type { DocsSection } from './blocks.ts';
import { keyPlaceholder } from './code-examples.ts';
import { pythonWheel } from './llms-txt.ts';
import { code, heading, text } from './make-blocks.ts';
import { type DocsSubject, metadataColumns, sampleQuery } from './subject.ts';

/** Label of the program that uses the client for TypeScript. */
export const clientProgram = 'A search with the client for TypeScript';

/** The same for Python. */
export const pythonProgram = 'A search with the client for Python';

/** Libraries that make these calls. */
export function clientsSection(subject: DocsSubject): DocsSection {
  const { api_endpoint } = subject;
  const origin = api_endpoint.replace(/\/api\/.*$/, '');
  const shown = JSON.stringify(metadataColumns(subject)[0] ?? 'conceptScore');
  return {
    id: 'clients',
    title: 'Clients',
    blocks: [
      text(
        'The client for TypeScript runs in browsers, in Node and at the edge. It pages through matches, sends rows in batches, waits for exports, and sends a call again that was refused for now.',
      ),
      code('Install', `npm install ${origin}/antecede-client.tgz`),
      code(
        clientProgram,
        `import { AntecedeIndex } from '@antecede/client';

const index = new AntecedeIndex({
  endpoint: ${JSON.stringify(api_endpoint)},
  apiKey: ${JSON.stringify(keyPlaceholder)},
});
const { foundItems } = await index.search(${JSON.stringify(sampleQuery(subject))});
for (const item of foundItems) console.log(item.conceptScore, item[${shown}]);`,
      ),
      text(
        'Its README shows pages, rows, exports, uploads, types of columns, tenant tokens, and what is sent again.',
      ),
      text(
        'The client for Python does the same, for programs that block and those of asyncio. It takes and makes data frames, and retrieves for LangChain and LlamaIndex.',
      ),
      code('Install for Python', `pip install ${origin}/${pythonWheel}`),
      code(
        pythonProgram,
        `from antecede import Index

index = Index(${JSON.stringify(api_endpoint)}, ${JSON.stringify(keyPlaceholder)})
for item in index.search(${JSON.stringify(sampleQuery(subject))})["foundItems"]:
    print(item["conceptScore"], item[${shown}])`,
      ),
      heading('Other languages'),
      text(
        `All calls are described by OpenAPI 3.1 at \`${origin}/api/openapi.json\`; those of this index, with its columns, at the address below, which takes a management key. Clients made of the first by openapi-python-client, datamodel-code-generator, oapi-codegen and openapi-typescript search as they are.`,
      ),
      code(
        'The calls of this index as OpenAPI',
        `curl '${origin}${managementPath(`/api/v1/indexes/${subject.item_id}/openapi`)}' -H 'authorization: Bearer YOUR_MANAGEMENT_KEY'`,
      ),
      heading('On your page'),
      text(
        'A web component searches this index on a page of yours: search box, facets, hits, keyboard, light and dark. It needs no key in the page: `token-url` is an address of your server that answers with a tenant token, whose key has your page in `origins`.',
      ),
      code(
        'A search on a page',
        `<script src="${origin}/antecede-search.js" defer></script>

<antecede-search
  endpoint="${api_endpoint}"
  token-url="/search-token"
></antecede-search>`,
      ),
      text(
        'Attributes: `facets` and `fields` name columns, separated by commas; `title-column`, `link-column`, `page-size`, `as-you-type`, `theme`, `label`, `placeholder`. Events: `antecede-answer`, `antecede-open`. Custom properties such as `--antecede-accent` and parts such as `antecede-search::part(hit)` change its look. A strict Content-Security-Policy allows it with this installation in `script-src` and `connect-src`.',
      ),
    ],
  };
}
