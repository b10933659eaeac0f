import { type DocsSubject, rowsInWords } from './subject.ts';

/** Where an installation offers the client for Python. */
export const pythonWheel = 'antecede-0.1.0-py3-none-any.whl';

/** The file that language models read first, in the form of https://llmstxt.org. */
export function llmsTxt(origin: string, catalogs: readonly DocsSubject[]): string {
  const links = catalogs.map(
    (catalog) =>
      `- [${catalog.name} API](${origin}/docs/${catalog.item_id}.md): search ${rowsInWords(catalog)} by meaning; endpoint, requests, answers, errors, with examples`,
  );
  return `# Antecede

> Semantic search over patents, an encyclopedia, preprints, and your own datasets: send a text, get the rows nearest in meaning, each with a score between 0 and 1.

Every index has its own endpoint with the same calls (query, vectors, dictionary; warm prepares a search, clicks reports what was opened), and answers assistants by the Model Context Protocol (mcp). Calls send a secret key in the header x-api-key, or a token that the caller's server has signed for one of its customers (Ed25519), which narrows a key to rows and columns. An index built from an uploaded CSV file has the same documentation with its own columns, for signed-in members.

## Documentation

${links.join('\n')}

## Clients

- [TypeScript](${origin}/antecede-client.tgz): \`npm install ${origin}/antecede-client.tgz\`; browsers, Node, edge; search, rows, exports, uploads; its README has programs
- [Python](${origin}/${pythonWheel}): \`pip install ${origin}/${pythonWheel}\`; blocking and asyncio, pandas, LangChain and LlamaIndex
- [Search for pages](${origin}/antecede-search.js): web component \`<antecede-search endpoint token-url>\` with facets, for a page with tenant tokens
- [Command line](${origin}/antecede-upload.tgz): \`npx -p ${origin}/antecede-upload.tgz antecede --help\`; uploads, indexes, keys, searches, exports

## Reference

- [OpenAPI](${origin}/api/openapi.json): every call of the product as an OpenAPI 3.1 document
`;
}
