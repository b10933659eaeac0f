import { anyone } from '#functions/request/anyone.ts';
import { lambda } from '#functions/request/lambda.ts';
import { publicOrigin } from '#functions/runtime/config.ts';
import { docs } from '#shared/contract/docs.ts';

export const handler = lambda(docs, 'get-robots-txt', anyone, async () =>
  [
    'User-agent: *',
    'Disallow: /api/',
    'Disallow: /newsletter',
    `Sitemap: ${publicOrigin()}/sitemap.xml`,
    '',
  ].join('\n'),
);
