import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { decode } from './route-table.ts';
import type { Handler } from './server.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.wasm': 'application/wasm',
  '.pdf': 'application/pdf',
};

/**
 * Serves the web build as CloudFront does: hashed assets for ever, everything else revalidated,
 * and `index.html` for every path without an extension, because the router lives in the browser.
 */
export function openWebFiles(build: Promise<string>): Handler {
  return async (request, response, url) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { allow: 'GET, HEAD' }).end();
      return;
    }
    const directory = await build.catch(() => undefined);
    if (!directory) {
      sendText(response, 503, 'The web app could not be built; the console says why.');
      return;
    }
    const path = normalize(decode(url.pathname));
    const isPage = extname(path) === '';
    const file = join(directory, isPage ? 'index.html' : path);
    const found = file.startsWith(directory + sep) && !path.includes('\0') && (await isFile(file));
    if (!found) {
      sendText(response, 404, 'Not found');
      return;
    }
    const etag = `"${found.mtimeMs.toString(36)}-${found.size.toString(36)}"`;
    response.setHeader('etag', etag);
    const hashed = path.startsWith(`${sep}assets${sep}`);
    response.setHeader(
      'cache-control',
      hashed ? 'public, max-age=31536000, immutable' : 'no-cache',
    );
    if (request.headers['if-none-match'] === etag) {
      response.writeHead(304).end();
      return;
    }
    response.writeHead(200, {
      'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
      'content-length': found.size,
    });
    if (request.method === 'HEAD') response.end();
    else await pipeline(createReadStream(file), response);
  };
}

function sendText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(`${text}\n`);
}

async function isFile(path: string) {
  const found = await stat(path).catch(() => undefined);
  return found?.isFile() ? found : undefined;
}
