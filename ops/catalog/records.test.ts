import { mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { patentTexts } from './formats/format.ts';
import { usPatents } from './formats/us-patents.ts';
import { fingerprint } from './input/fingerprint.ts';
import { inputFiles } from './input/input-files.ts';
import { readRecords } from './records.ts';
import { grantXml, publicationJson } from './test-files/made-up.ts';
import { zipOf } from './test-files/zip.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'antecede-records-'));
});
afterEach(() => rm(folder, { recursive: true }));

function write(name: string, content: string | Uint8Array) {
  mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
  writeFileSync(path.join(folder, name), content);
}

/** What the records of the folder become: a UCID, or the reason of a rejection. */
async function outcomes(): Promise<string[]> {
  const inputs = inputFiles([folder]).map(fingerprint);
  const found: string[] = [];
  const start = { file: 0, text: 0, offset: 0 };
  for await (const { outcome, file, entry } of readRecords(usPatents, inputs, start, {
    patentTexts,
  })) {
    const from = [path.relative(folder, file), entry].filter(Boolean).join(' ');
    if ('row' in outcome) found.push(`${from}: ${outcome.row[0]}`);
    else if ('reason' in outcome) found.push(`${from}: ${outcome.reason.slice(0, 30)}`);
  }
  return found;
}

it('reads a folder with files of many kinds, and refuses those that it does not read', async () => {
  write('b/grants.xml', grantXml() + grantXml({ number: '19000009' }));
  write('a.json', publicationJson());
  write('b/sheet.TIF', 'II*');
  write('b/.hidden', 'x');
  write('c.zip', zipOf([['in/D0900001.XML', grantXml({ number: 'D0900001', kind: 'S1' })]]));
  write('d.txt', 'Some notes');
  write('e.md', '# Notes');
  write('f.xml', '');
  expect(await outcomes()).toEqual([
    'a.json: US-19000002-B1',
    'b/grants.xml: US-19000001-B2',
    'b/grants.xml: US-19000009-B2',
    'c.zip in/D0900001.XML: US-D900001-S1',
    'd.txt: The file is none of: the USPTO',
    'e.md: The file is none of: the USPTO',
    'f.xml: The file is empty.',
  ]);
});

it('refuses the entries of an archive that are archives, lead out of it or are too large, and loses nothing else', async () => {
  write(
    'week.zip',
    zipOf([
      ['1.xml', grantXml({ number: '19000001' })],
      ['more.zip', zipOf([['x.xml', grantXml()]])],
      ['../../etc/2.xml', grantXml({ number: '19000002' })],
      ['/3.xml', grantXml({ number: '19000003' })],
      ['4.xml', `${'<a>'.repeat(2000)}${grantXml({ number: '19000004' })}`],
      // Few bytes in the archive, more than a record may have.
      ['bomb.xml', grantXml({ description: 'x'.repeat(17 << 20) }) + grantXml()],
      ['5.xml', grantXml({ number: '19000005' })],
    ]),
  );
  write('none.zip', zipOf([['x.pdf', '%PDF']]));
  expect(await outcomes()).toEqual([
    'none.zip: The archive has no text in it ',
    'week.zip 1.xml: US-19000001-B2',
    'week.zip more.zip: The entry is an archive. Unpac',
    'week.zip ../../etc/2.xml: The entry has a path that lead',
    'week.zip /3.xml: The entry has a path that lead',
    'week.zip 4.xml: The file is none of: the USPTO',
    'week.zip bomb.xml: The record is longer than 16 M',
    'week.zip bomb.xml: US-19000001-B2',
    'week.zip 5.xml: US-19000005-B2',
  ]);
});

it('refuses entries that are encrypted or about which the archive lies, and loses nothing else', async () => {
  const grant = (number: string) => grantXml({ number });
  const far = 1 << 28;
  write(
    'lies.zip',
    zipOf([
      ['1.xml', grant('19000001')],
      ['secret.xml', grant('19000002'), both((bytes, at) => bytes.writeUInt16LE(1, at.flags))],
      ['hidden.xml', grant('19000002'), { header: (bytes) => bytes.writeUInt16LE(1, 6) }],
      ['small.xml', grant('19000002'), { listed: (bytes) => bytes.writeUInt32LE(9, 24) }],
      ['short.xml', grant('19000002'), { header: (bytes) => bytes.writeUInt32LE(9, 18) }],
      ['long.xml', grant('19000002'), both((bytes, at) => bytes.writeUInt32LE(far, at.compressed))],
      ['name.xml', grant('19000002'), { header: (bytes) => bytes.write('other', 30) }],
      ['nowhere.xml', grant('19000002'), { listed: (bytes) => bytes.writeUInt32LE(7, 42) }],
      ['again.xml', grant('19000001'), { listed: (bytes) => bytes.writeUInt32LE(0, 42) }],
      ['1.xml', grant('19000003')],
    ]),
  );
  // The list says where the second entry is: within the first one.
  const overlap = zipOf([
    ['a.xml', grant('19000004')],
    ['a.xml', grant('19000004'), { listed: (bytes) => bytes.writeUInt32LE(0, 42) }],
  ]);
  write('overlap.zip', overlap);
  const listless = zipOf([['a.xml', grant('19000005')]]);
  write(
    'listless.zip',
    Buffer.from(listless.toString('latin1').replace('PK\x01\x02', 'PK\x01\x00'), 'latin1'),
  );
  const refused = 'The archive contradicts itself';
  expect(await outcomes()).toEqual([
    'lies.zip 1.xml: US-19000001-B2',
    'lies.zip secret.xml: The entry is encrypted.',
    ...['hidden', 'small', 'short', 'long', 'name', 'nowhere', 'again'].map(
      (name) => `lies.zip ${name}.xml: ${refused}`,
    ),
    'lies.zip 1.xml: US-19000003-B2',
    'listless.zip: The archive is damaged, or mad',
    'overlap.zip a.xml: US-19000004-B2',
    `overlap.zip a.xml: ${refused}`,
  ]);
});

/** A lie in both places. Fields stand two bytes later in the list of entries. */
function both(change: (bytes: Buffer, at: { flags: number; compressed: number }) => void) {
  return {
    header: (bytes: Buffer) => change(bytes, { flags: 6, compressed: 18 }),
    listed: (bytes: Buffer) => change(bytes, { flags: 8, compressed: 20 }),
  };
}
