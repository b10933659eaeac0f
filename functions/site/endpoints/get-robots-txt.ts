import { anyone } from '#core/request/anyone.ts';
import { lambda } from '#core/request/lambda.ts';
import { publicOrigin } from '#core/runtime/config.ts';
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
