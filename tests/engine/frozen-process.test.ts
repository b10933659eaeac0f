import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { expect, it, onTestFailed } from 'vitest';
import { serializeManifest } from '#engine';
import { buildFromCsv } from '#engine/test-corpus.ts';
import { eventually } from '#tests/support/eventually.ts';

const REQUEST = { text: 'alpha beta', limit: 5, fields: [] };
/** So few that all are candidates, whether the index is in memory or not. */
const ROWS = Array.from({ length: 80 }, (_, i) => `${i},alpha beta gamma${i % 7} delta${i % 31}`);
const urlOf = (file: string) =>
  JSON.stringify(new URL(`../../packages/engine/${file}`, import.meta.url));

/** Loads an index over HTTP. When a line comes in, searches and prints the result, and again when all is loaded. */
const PROGRAM = `
import { once } from 'node:events';
import { parseManifest } from ${urlOf('manifest.ts')};
import { openIndex } from ${urlOf('opening/open.ts')};
const at = (name) => process.argv[1] + name;
const manifest = parseManifest(await (await fetch(at('manifest'))).text());
const files = new Map([manifest.model, ...manifest.segments].map((file) => [file.fileName, file]));
const open = async (name) => ({
  sizeBytes: files.get(name).sizeBytes,
  read: async (offset, length) => {
    const headers = { range: 'bytes=' + offset + '-' + (offset + length - 1) };
    return new Uint8Array(await (await fetch(at(name), { headers })).arrayBuffer());
  },
});
const index = await openIndex(manifest, open, { smallBytes: 0 });
const loading = index.warm();
await once(process.stdin, 'data');
const search = async () => console.log(JSON.stringify(await index.search(${JSON.stringify(REQUEST)})));
await search();
await loading;
await search();
process.exit();
`;

it('goes on with loading when its process was frozen and connections died meanwhile', async () => {
  const { index, manifest, files } = await buildFromCsv(['id,text', ...ROWS].join('\n'));
  files.set('manifest', new TextEncoder().encode(serializeManifest(manifest)));
  const opened = new Set<string>();
  const held: ServerResponse[] = [];
  let isHolding = true;
  const server = createServer(({ url, headers }, response) => {
    const name = url!.slice(1);
    const [first, last] = headers.range?.match(/\d+/g)?.map(Number) ?? [0, Infinity];
    // The first read of each file opens it, all others belong to the load.
    if (isHolding && opened.has(name)) held.push(response);
    else response.end(files.get(name)!.subarray(first, last! + 1));
    opened.add(name);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const program = ['--input-type=module', '--eval', PROGRAM, url];
  const child = spawn(process.execPath, program, { stdio: ['pipe', 'pipe', 'inherit'] });
  const results: unknown[] = [];
  onTestFailed(() => {
    const { exitCode, signalCode } = child;
    console.error({
      held: held.length,
      opened: [...opened],
      isHolding,
      results,
      exitCode,
      signalCode,
    });
  });
  try {
    await eventually(() => expect(held.length).toBeGreaterThan(2));
    child.kill('SIGSTOP');
    isHolding = false;
    for (const response of held) response.destroy();
    child.kill('SIGCONT');
    child.stdin.write('search\n');
    const expected = await index.search(REQUEST);
    for await (const line of createInterface(child.stdout)) results.push(JSON.parse(line));
    expect(results).toEqual([expected, expected]);
  } finally {
    child.kill('SIGKILL');
    server.close();
  }
});
