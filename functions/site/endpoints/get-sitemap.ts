import { anyone } from '#core/request/anyone.ts';
import { lambda } from '#core/request/lambda.ts';
import { publicOrigin } from '#core/runtime/config.ts';
import { catalogIds } from '#shared/catalogs.ts';
import { docs } from '#shared/contract/docs.ts';

const paths = [
  '/',
  ...catalogIds.map((id) => `/docs/${id}`),
  '/chatbot',
  '/errors',
  '/terms',
  '/privacy',
];

export const handler = lambda(docs, 'get-sitemap', anyone, async () => {
  const urls = paths.map((path) => `  <url><loc>${publicOrigin()}${path}</loc></url>`);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    '</urlset>',
    '',
  ].join('\n');
});
