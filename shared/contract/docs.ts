import * as z from 'zod';
import { docsPageSchema } from '#shared/docs/blocks.ts';
import type { Endpoint } from './endpoint.ts';
import { id } from './fields.ts';

export const docs = {
  'get-index-docs': {
    method: 'GET',
    path: '/api/docs/{index_name}',
    access: 'visitor',
    polled: true,
    tag: 'Documentation',
    summary:
      'Documentation of one index with its columns: a catalogue, or for members an index of their organization by name or id.',
    params: z.object({ index_name: id }),
    output: docsPageSchema,
    errors: ['IndexNotFound'],
  },
  'get-index-openapi': {
    method: 'GET',
    path: '/api/v1/indexes/{index_id}/openapi',
    access: 'member',
    manages: 'indexes:read',
    tag: 'Documentation',
    summary: 'The calls of one index, with its columns, as an OpenAPI 3.1 document.',
    params: z.object({ index_id: id }),
    polled: true,
    output: z.record(z.string(), z.unknown()),
    errors: ['IndexNotFound'],
  },
  'get-docs-markdown': {
    method: 'GET',
    path: '/docs/{file}',
    access: 'public',
    tag: 'Documentation',
    summary: 'Documentation of a catalogue as Markdown: us_patents.md, wikipedia.md, arxiv.md.',
    // Any text, because paths without .md do not reach the function.
    params: z.object({ file: z.string() }),
    output: z.string(),
    mediaType: 'text/markdown',
    alsoHtml: 'The web app, for names that do not end in .md',
    errors: ['NotFound'],
  },
  'get-sitemap': {
    method: 'GET',
    path: '/sitemap.xml',
    access: 'public',
    tag: 'Documentation',
    summary: 'The public pages, for search engines, in the form of sitemaps.org.',
    output: z.string(),
    mediaType: 'application/xml',
  },
  'get-robots-txt': {
    method: 'GET',
    path: '/robots.txt',
    access: 'public',
    tag: 'Documentation',
    summary: 'What search engines may read (RFC 9309).',
    output: z.string(),
    mediaType: 'text/plain',
  },
  'get-llms-txt': {
    method: 'GET',
    path: '/llms.txt',
    access: 'public',
    tag: 'Documentation',
    summary: 'Overview for language models, in the form of llmstxt.org.',
    output: z.string(),
    mediaType: 'text/plain',
  },
} as const satisfies Record<string, Endpoint>;
