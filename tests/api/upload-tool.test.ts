/** The tool as customers run it: installed from its package, a process of its own, against the local stack. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { appendFile, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bundleTools } from '#cli/bundle.ts';
import { packTools } from '#cli/pack.ts';
import type { Presigned } from '#shared/contract/cli-uploads.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { anonymous, type Member, newAdmin, origin } from './support/people.ts';
import { readFile } from './support/stores.ts';

const partBytes = 5 * 1024 ** 2;
const content = randomBytes(24 * partBytes - 1000);

const npm = (...args: string[]) => promisify(execFile)('npm', args);

let root: string;
let folder: string;
let tool: string;
let csv: string;
let admin: Member;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'antecede-tool-'));
  const archive = path.join(root, 'antecede-upload.tgz');
  await writeFile(archive, await packTools(await bundleTools()));
  await npm('install', '--global', '--offline', '--prefix', root, archive);
  tool = path.join(root, 'bin/antecede-upload');
  admin = await newAdmin();
});
afterAll(() => rm(root, { recursive: true }));
beforeEach(async () => {
  folder = await mkdtemp(path.join(root, 'file-'));
  csv = path.join(folder, 'rows + ü.csv');
  await writeFile(csv, content);
});

/** Asks for the presigned JSON and puts it beside the file, as a customer does. */
async function presign(changes: Partial<Presigned> = {}, filesize = content.length) {
  const presigned = await admin.call('create-cli-upload', {
    body: {
      org_id: admin.orgId,
      email: admin.email,
      filename: path.basename(csv),
      filesize,
      part_size: partBytes,
    },
  });
  await save({ ...presigned, ...changes });
  return presigned;
}
const save = (presigned: object) =>
  writeFile(path.join(folder, 'presigned.json'), JSON.stringify(presigned));

interface Run {
  child: ChildProcess;
  /** What it has printed so far. */
  text(): string;
  ended: Promise<number | null>;
}

function start(...args: string[]): Run {
  const child = spawn(process.execPath, [tool, csv, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
    });
  }
  return { child, text: () => printed, ended: once(child, 'close').then(([code]) => code) };
}

/** Waits until the run has printed something, or has ended. */
const until = (run: Run, pattern: RegExp) =>
  waitFor(`output like ${pattern}`, () => pattern.test(run.text()) || run.child.exitCode !== null, {
    everyMs: 1,
  });

const storedParts = async ({ upload_id, upload_token }: Presigned) => {
  const call = { params: { upload_id }, uploadToken: upload_token, query: {} };
  return (await anonymous()('get-cli-upload', call)).parts.length;
};

const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const storedHash = async () => hash(await readFile(`org/${admin.orgId}/${path.basename(csv)}`));

test('killed five times and restarted, it uploads the exact file and each stored part only once', async () => {
  const presigned = await presign();
  let before = 0;
  for (let kill = 0; kill < 5; kill++) {
    const run = start('--concurrency', '1');
    // A tenth is 2.4 parts, so at the second line of progress another part is stored.
    await until(run, new RegExp(`(${before ? 'compared[^]*' : ''})(\\d %.*\\n.*){2}`));
    run.child.kill('SIGKILL');
    expect(await run.ended, run.text()).toBe(null);
    const stored = await storedParts(presigned);
    expect(stored).toBeGreaterThanOrEqual(before);
    before = stored;
  }
  expect(before).toBeGreaterThan(0);
  expect(before).toBeLessThan(24);
  const last = start();
  expect(await last.ended, last.text()).toBe(0);
  expect(last.text()).toContain(`${before} parts are stored already`);
  expect(await storedHash()).toBe(hash(content));

  const again = start();
  expect(await again.ended).toBe(0);
  expect(again.text()).toContain('was uploaded already');
});

test('stored parts that differ from the file are sent again', async () => {
  await presign();
  const first = start('--concurrency', '1');
  await until(first, /\d %.*\n.*\d %/);
  first.child.kill('SIGINT');
  expect(await first.ended).toBe(130);
  expect(first.text()).toContain('run the same command again to resume');

  const changed = Buffer.from(content);
  changed[0]! ^= 255;
  await writeFile(csv, changed);
  const second = start('--quiet');
  expect(await second.ended, second.text()).toBe(0);
  expect(second.text()).toBe('');
  expect(await storedHash()).toBe(hash(changed));
});

test('a file that changes during the upload is refused', async () => {
  const presigned = await presign();
  const run = start('--concurrency', '1');
  await until(run, /\d %/);
  await appendFile(csv, 'more');
  expect(await run.ended, run.text()).toBe(6);
  expect(run.text()).toContain('changed during the upload');
  expect(await storedParts(presigned)).toBeLessThan(24);
});

test('an upload can be aborted', async () => {
  await presign();
  const abort = start('--abort');
  expect(await abort.ended, abort.text()).toBe(0);
  const run = start();
  expect(await run.ended).toBe(4);
  expect(run.text()).toContain('Please download a new one');
});

describe('it explains an error and its remedy', () => {
  test('without a presigned JSON', async () => {
    const run = start();
    expect(await run.ended).toBe(3);
    expect(run.text()).toContain('Download presigned.json');
  });

  test.each([
    ['a damaged one', { upload_id: 7 }, 'damaged'],
    ['that of another file', { filename: 'other.csv' }, 'is for "other.csv"'],
    ['that of another version', { filesize: 5 }, 'had 5 when'],
  ])('with %s', async (_, changes, message) => {
    await presign(changes as Partial<Presigned>);
    const run = start();
    expect(await run.ended).toBe(3);
    expect(run.text()).toContain(message);
    expect(run.text()).toMatch(/Download it again/);
  });

  test('with a file that is not a CSV, is not there, or is empty', async () => {
    for (const name of ['rows.txt', 'none.csv', 'empty.csv']) {
      csv = path.join(folder, name);
      if (name !== 'none.csv') await writeFile(csv, '');
      const run = start();
      expect(await run.ended, name).toBe(2);
      expect(run.text()).toContain(name);
    }
  });

  test('when the server does not answer', async () => {
    const nobody = createServer().listen(0, '127.0.0.1');
    await once(nobody, 'listening');
    const { port } = nobody.address() as AddressInfo;
    await promisify(nobody.close.bind(nobody))();
    await presign({ api_base: `http://127.0.0.1:${port}` });
    const run = start('--retries', '1');
    expect(await run.ended).toBe(5);
    expect(run.text()).toMatch(/cannot be reached: .*ECONNREFUSED/);
    expect(run.text()).toContain('run the same command again');
  });
});

test('a busy server is called again after its Retry-After', async () => {
  const { api_base } = await presign();
  let refused = 0;
  const busy = createServer(async (request, response) => {
    if (refused < 3) {
      refused += 1;
      response.writeHead(503, { 'retry-after': '1' }).end();
      return;
    }
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const answer = await fetch(api_base + request.url, {
      method: request.method!,
      headers: {
        'x-upload-token': String(request.headers['x-upload-token']),
        'content-type': 'application/json',
      },
      body: request.method === 'GET' ? undefined : Buffer.concat(chunks),
    });
    response.writeHead(answer.status).end(await answer.text());
  });
  busy.listen(0, '127.0.0.1');
  await once(busy, 'listening');
  const { port } = busy.address() as AddressInfo;
  await presign({ api_base: `http://127.0.0.1:${port}` });
  const run = start();
  expect(await run.ended, run.text()).toBe(0);
  expect(run.text()).toContain('answered 503; next attempt in');
  expect(await storedHash()).toBe(hash(content));
  busy.closeAllConnections();
  busy.close();
});

describe('antecede', () => {
  const program = () => path.join(root, 'bin/antecede');
  let environment: Record<string, string>;

  /** Runs the program as customers have it. */
  async function run(args: string[], input = '', more: Record<string, string> = {}) {
    const child = spawn(process.execPath, [program(), ...args], {
      env: { PATH: process.env.PATH!, ...environment, ...more },
    });
    const printed = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const) {
      child[name].on('data', (chunk: Buffer) => {
        printed[name] += chunk.toString();
      });
    }
    child.stdin.end(input);
    const [code] = await once(child, 'close');
    return { code, ...printed };
  }
  const json = async (...args: string[]) => {
    const { code, stdout, stderr } = await run(args);
    expect(code, stderr).toBe(0);
    return JSON.parse(stdout);
  };

  beforeEach(() => {
    environment = { XDG_CONFIG_HOME: path.join(folder, 'settings') };
  });

  test('logs in with a management key, uploads, builds, makes keys and deletes', async () => {
    const made = await admin.call('create-management-key', {
      body: { name: 'Shell', scopes: ['datasets:write', 'indexes:write', 'keys:write'] },
    });
    const login = await run(['login', '--address', origin()], `${made.key}\n`);
    expect(login.code, login.stderr).toBe(0);
    expect(JSON.parse(login.stdout)).toMatchObject({ org_id: admin.orgId, scopes: made.scopes });
    const kept = await stat(path.join(folder, 'settings/antecede/login.json'));
    expect(kept.mode & 0o777).toBe(0o600);

    const file = path.join(folder, 'bees.jsonl');
    await writeFile(
      file,
      '{"nr":1,"text":"keeping bees","by":"Ada"}\n{"nr":2,"text":"ants","by":"Bo"}\n',
    );
    expect(await json('upload', file)).toMatchObject({ dataset: 'bees.jsonl' });
    const create = [
      'index',
      'create',
      'bees',
      '--dataset',
      'bees.jsonl',
      '--text',
      'text',
      '--wait',
    ];
    expect(await json(...create)).toMatchObject({ name: 'bees', status: 'Active', rows: 2 });
    expect(await json('index', 'rebuild', 'bees', '--wait')).toMatchObject({ status: 'Active' });
    const key = await json('keys', 'create', 'bees', '--name', 'website');
    const { id } = await json('index', 'wait', 'bees');
    const found = await run(['query', 'bees'], '', {
      ANTECEDE_ENDPOINT: `${origin()}/api/v1/indexes/${id}`,
      ANTECEDE_API_KEY: key.api_key,
    });
    expect(JSON.parse(found.stdout).foundItems[0]).toMatchObject({ nr: '1' });
    expect(await json('keys', 'list', 'bees')).toHaveLength(2);
    const rotated = await json('keys', 'rotate', 'bees', key.id, '--overlap', '1');
    expect(rotated).toMatchObject({ id: key.id, previous: expect.any(Object) });
    expect(rotated.api_key).not.toBe(key.api_key);
    await json('keys', 'delete', 'bees', key.id);
    expect(await json('keys', 'list', 'bees')).toHaveLength(1);
    await json('index', 'delete', 'bees');
    expect(await json('index', 'list')).not.toContainEqual(expect.objectContaining({ id }));
    await json('datasets', 'delete', 'bees.jsonl');

    const more = path.join(folder, 'more.csv');
    await writeFile(more, 'nr,text,price\n3,wasps,9\n');
    const { key: both } = await json('upload', more, file, '--name', 'both.zip');
    expect(await admin.call('get-dataset-files', { query: { key: both } })).toMatchObject({
      format: 'several',
      packing: 'zip',
      // By the names of the files.
      rows: [
        ['1', 'keeping bees', '', 'Ada'],
        ['2', 'ants', '', 'Bo'],
        ['3', 'wasps', '9', ''],
      ],
    });
    await json('upload', more);
    const joined = await json('datasets', 'join', 'all.zip', 'both.zip', 'more.csv');
    expect(joined).toMatchObject({
      state: 'ready',
      differences: [
        { dataset: 'both.zip', missing: [], further: [] },
        { dataset: 'more.csv', missing: ['by'], further: [] },
      ],
    });
    const all = await admin.call('get-dataset-files', { query: { key: joined.dataset_id } });
    expect(all).toMatchObject({ rows: { length: 4 } });
    await json('datasets', 'delete', 'all.zip');
    await json('datasets', 'delete', 'more.csv');
    await json('datasets', 'delete', 'both.zip');

    const url = `${origin()}/api/openapi.json`;
    const document = ['sources', 'create', 'document.json', '--url', url, '--every', 'daily'];
    expect(await json(...document, '--wait')).toMatchObject({ state: 'ready', failures: 0 });
    expect(await json('sources', 'list')).toMatchObject({
      external_id: admin.orgId,
      items: [{ dataset_name: 'document.json', every: 'daily', state: 'ready' }],
    });
    expect(await json('sources', 'fetch', 'document.json', '--wait')).toMatchObject({
      state: 'ready',
    });
    await json('sources', 'delete', 'document.json');

    await admin.call('delete-management-key', { params: { key_id: made.id }, query: {} });
    expect(await run(['index', 'list'])).toMatchObject({ code: 7, stdout: '' });
    expect(await json('logout')).toEqual({ logged_in: false });
    expect(await run(['index', 'list'])).toMatchObject({ code: 2, stdout: '' });
  });

  test('completes its words, and sends a key to no address without encryption', async () => {
    const script = (await run(['completion', 'bash'])).stdout;
    const asked = `${script}\nCOMP_WORDS=(antecede index cr); COMP_CWORD=2; _antecede; echo "$COMPREPLY"`;
    const { stdout } = await promisify(execFile)('bash', ['-c', asked]);
    expect(stdout.trim()).toBe('create');
    const refused = await run(['login', '--address', 'http://example.com'], 'mk_1\n');
    expect(refused).toMatchObject({ code: 2, stdout: '' });
  });
});
