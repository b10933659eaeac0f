import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import compression from 'compression';
import send from 'send';
import type { PageFile } from '#local/assembly/page-files.ts';
import { digest } from '#local/assembly/physical-name.ts';
import { pageOriginPlaceholder } from '#shared/page-origin.ts';
import type { Handler } from './server.ts';

/** File names in this folder contain a hash of the content. */
const hashed = '/assets/';
/** A page in the root of the build. */
const documentPath = /^\/[\w-]+\.html$/;
const yearMs = 365 * 86_400_000;

/** Compresses what CloudFront compresses: texts from 1,000 bytes on, with Brotli where the browser takes it. */
const compress = compression({ threshold: 1000 });

/**
 * Serves the web build like CloudFront: hashed assets may be cached for ever, all other files are revalidated,
 * and `pageFile` names the document of a page. The origin is written into pages, as a deployment does it.
 */
export function openWebFiles(build: Promise<string>, pageFile: PageFile, origin: string): Handler {
  return async (request, response, url) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { allow: 'GET, HEAD' }).end();
      return;
    }
    const root = await build.catch(() => undefined);
    if (!root) {
      sendText(response, 503, 'The web app could not be built; the console says why.');
      return;
    }
    const path = pageFile(url.pathname);
    const immutable = path.startsWith(hashed);
    if (!immutable) response.setHeader('cache-control', 'no-cache');
    if (documentPath.test(path)) {
      const text = await readFile(join(root, path), 'utf8').catch(() => undefined);
      if (text === undefined) return sendText(response, 404, 'Not found');
      const document = text.replaceAll(pageOriginPlaceholder, origin);
      const etag = `"${digest(document)}"`;
      response.setHeader('etag', etag);
      if (request.headers['if-none-match'] === etag) {
        response.writeHead(304).end();
        return;
      }
      compress(request, response, () => {
        response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
        response.end(document);
      });
      return;
    }
    compress(request, response, () => {
      send(request, path, { root, immutable, maxAge: yearMs, index: false })
        .on('error', ({ status }) => {
          response.removeHeader('cache-control');
          if (status === 416) response.writeHead(416).end();
          else sendText(response, 404, 'Not found');
        })
        .on('directory', () => sendText(response, 404, 'Not found'))
        .pipe(response);
    });
  };
}

function sendText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(`${text}\n`);
}
