import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { GetObjectCommand, ListObjectsV2Command } from '@aws-sdk/client-s3';
import { expect, test } from 'vitest';
import { openS3 } from './s3.ts';
import { openTestS3 } from './test-s3.ts';

/** Puts objects of one repeated letter over each other, and reports each acknowledged one. */
const writer = `
  import { PutObjectCommand } from '@aws-sdk/client-s3';
  import { openTestS3 } from ${JSON.stringify(join(import.meta.dirname, 'test-s3.ts'))};
  const s3 = await openTestS3(process.argv[1]);
  // Without versions, so that each object has one blob.
  await s3.declare('data');
  for (let i = 0; ; i++) {
    const Body = Buffer.alloc(3_000_000 + i, 97 + (i % 26));
    await s3.client.send(new PutObjectCommand({ Bucket: 'data', Key: 'key' + (i % 3), Body }));
    process.stdout.write(i + '\\n');
  }`;

test('a kill in the middle of uploads leaves whole objects and no orphaned bytes', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 's3-crash-'));
  for (const delayMs of [30, 95, 160]) {
    const child = spawn(process.execPath, ['--input-type=module', '-e', writer, dataDir], {
      cwd: import.meta.dirname,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let last = -1;
    child.stdout.on('data', (chunk) => {
      last = Number(String(chunk).trim().split('\n').at(-1));
    });
    await once(child.stdout, 'data');
    await sleep(delayMs);
    child.kill('SIGKILL');
    await once(child, 'close');

    const s3 = await openTestS3(dataDir);
    const { Contents = [] } = await s3.client.send(new ListObjectsV2Command({ Bucket: 'data' }));
    const newest = Math.max(...Contents.map((object) => object.Size! - 3_000_000));
    expect(newest).toBeGreaterThanOrEqual(last);
    for (const { Key, Size } of Contents) {
      const { Body } = await s3.client.send(new GetObjectCommand({ Bucket: 'data', Key }));
      const bytes = Buffer.from(await Body!.transformToByteArray());
      const letter = 97 + ((Size! - 3_000_000) % 26);
      expect(bytes.equals(Buffer.alloc(Size!, letter))).toBe(true);
    }
    expect(readdirSync(join(dataDir, 's3-objects'))).toHaveLength(Contents.length);
    await s3.close();
  }
  rmSync(dataDir, { recursive: true });
});

test('a damaged catalogue is one line that names the file and the remedy', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 's3-damaged-'));
  writeFileSync(join(dataDir, 's3.sqlite'), 'x'.repeat(5000));
  const options = { dataDir, clock: Date, findSigner: () => undefined };
  await expect(openS3(options)).rejects.toThrow(/s3\.sqlite.*delete it/);
  rmSync(dataDir, { recursive: true });
});
