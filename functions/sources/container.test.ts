import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { bytesFrom, type Position, passed, totalOf } from './container.ts';
import type { Remote } from './remote.ts';

const contents = { 'a.csv': 'id,text\n1,one\n', 'b.csv': 'id,text\n2,two\n3,three\n' };

async function* chunks(text: string) {
  for (let at = 0; at < text.length; at += 5) yield Buffer.from(text.slice(at, at + 5));
}

const archive: Remote = {
  version: '1',
  isArchive: true,
  isResumable: true,
  close() {},
  files: Object.entries(contents).map(([name, text]) => ({
    name,
    sizeBytes: text.length,
    read: async (offset) => chunks(text.slice(offset)),
  })),
};

/** Reads up to a byte, and keeps what a worker keeps. */
async function readUpTo(position: Position, end: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const { bytes, isContent } of bytesFrom(archive, position)) {
    const taken = bytes.subarray(0, end - position.bytes);
    parts.push(taken);
    passed(position, taken, isContent);
    if (position.bytes === end) break;
  }
  return Buffer.concat(parts);
}

test('an archive that is cut anywhere and read on is the same archive', async () => {
  const whole = await readUpTo({ bytes: 0, crcs: [], crc: 0 }, Number.POSITIVE_INFINITY);
  expect(whole.length).toBe(totalOf(archive));
  const read = Object.entries(unzipSync(whole));
  expect(read.map(([name, bytes]) => [name, Buffer.from(bytes).toString()])).toEqual(
    Object.entries(contents),
  );
  for (let cut = 1; cut < whole.length; cut++) {
    const position: Position = { bytes: 0, crcs: [], crc: 0 };
    const first = await readUpTo(position, cut);
    const kept = JSON.parse(JSON.stringify(position)) as Position;
    const second = await readUpTo(kept, Number.POSITIVE_INFINITY);
    expect(Buffer.concat([first, second]).equals(whole), `cut at ${cut}`).toBe(true);
  }
});
