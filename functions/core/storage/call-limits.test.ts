import { globSync, readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { ListQueuesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterEach, expect, test } from 'vitest';
import { callLimits, transferLimits } from '#core/runtime/call-limits.ts';

const root = join(import.meta.dirname, '../../..');
const access = {
  region: 'us-east-1',
  credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
};

const servers: ReturnType<typeof createServer>[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** A service whose first calls hang: after the head of the answer where `begins` is true, else before it. */
async function hanging(first: number, { begins = false, body = '{}' } = {}) {
  let calls = 0;
  const answer = (response: ServerResponse) => {
    calls++;
    const headers = { 'content-type': 'application/x-amz-json-1.0', 'content-length': body.length };
    if (calls > first) response.writeHead(200, headers).end(body);
    else if (begins) response.writeHead(200, headers).write(body[0]);
  };
  const server = createServer((_, response) => answer(response)).listen(0, '127.0.0.1');
  servers.push(server);
  await new Promise((listening) => server.once('listening', listening));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { endpoint, calls: () => calls };
}

test('a call that hangs is tried again', async () => {
  const { endpoint, calls } = await hanging(1);
  const sqs = new SQSClient({ ...access, ...callLimits(300), endpoint });
  await sqs.send(new ListQueuesCommand({}));
  expect(calls()).toBe(2);
});

test('a service that never answers is an error after three tries', async () => {
  const { endpoint, calls } = await hanging(Number.POSITIVE_INFINITY);
  const sqs = new SQSClient({ ...access, ...callLimits(300), endpoint });
  await expect(sqs.send(new ListQueuesCommand({}))).rejects.toThrow(/300 ms/);
  expect(calls()).toBe(3);
});

test('an object that hangs is tried again, and one that stops in the middle is an error', async () => {
  const object = new GetObjectCommand({ Bucket: 'a', Key: 'b' });
  const slow = await hanging(1, { body: 'whole' });
  const settings = { ...access, ...transferLimits(300), forcePathStyle: true };
  const { Body } = await new S3Client({ ...settings, endpoint: slow.endpoint }).send(object);
  expect(await Body!.transformToString()).toBe('whole');
  const broken = await hanging(1, { begins: true, body: 'whole' });
  const begun = await new S3Client({ ...settings, endpoint: broken.endpoint }).send(object);
  await expect(begun.Body!.transformToString()).rejects.toThrow(/300 ms of inactivity/);
});

test('every client of the functions has such limits', () => {
  const made = globSync('functions/**/*.ts', { cwd: root, exclude: ['**/*.test.ts'] }).flatMap(
    (file) => readFileSync(join(root, file), 'utf8').match(/new \w+Client\([^;]*/g) ?? [],
  );
  expect(made.length).toBeGreaterThan(10);
  expect(made.filter((text) => !/(call|mailingCall|transfer)Limits\(\)/.test(text))).toEqual([]);
});
