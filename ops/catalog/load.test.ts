import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { patentDocumentSchema } from '#shared/patent-document.ts';
import { type CatalogId, catalogs } from './catalogs.ts';
import { type Checkpoint, newCheckpoint, readCheckpoint, writeCheckpoint } from './checkpoint.ts';
import type { Destination } from './destination/destination.ts';
import { DocumentsFile } from './destination/documents-file.ts';
import { LocalFile } from './destination/local-file.ts';
import { patentTexts } from './formats/format.ts';
import { fingerprint } from './input/fingerprint.ts';
import { PieceStore } from './join/piece-store.ts';
import { load } from './load.ts';
import { RejectsFile } from './rejects-file.ts';
import {
  dumpXml,
  grantXml,
  madeUpPages,
  paperJson,
  proseOf,
  publicationJson,
  sequenceDocument,
} from './test-files/made-up.ts';
import { zipOf } from './test-files/zip.ts';

const numbers = Array.from({ length: 60 }, (_, i) => i);
const grants = numbers.map((i) => {
  if (i % 9 === 4) return sequenceDocument;
  const description = i % 7 === 2 ? 'broken <b>' : proseOf(i);
  return grantXml({ number: String(19_000_000 + i), description });
});
const papers = numbers.map((i) =>
  i % 8 === 5 ? '{"id": broken\n' : paperJson({ id: `3101.${i}`, abstract: proseOf(i) }),
);
const publications = numbers.map((i) =>
  publicationJson({ publication_number: `US-${19_000_000 + i}-B1` }),
);

/** Inputs of a load: name and content of each file. */
const inputs: Record<string, { catalog: CatalogId; files: [string, Buffer | string][] }> = {
  'USPTO XML': {
    catalog: 'us_patents',
    files: [
      ['a.xml', grants.slice(0, 30).join('')],
      ['b.xml', grants.slice(30).join('')],
    ],
  },
  'USPTO zip': {
    catalog: 'us_patents',
    files: [
      [
        'ipg.zip',
        zipOf([
          ['ipg1.xml', grants.slice(0, 20).join('')],
          ['readme.txt', 'no patents here'],
          ['ipg2.xml', grants.slice(20).join('')],
        ]),
      ],
    ],
  },
  'Google Patents': { catalog: 'us_patents', files: [['p.jsonl', publications.join('')]] },
  'Google Patents gzip': {
    catalog: 'us_patents',
    files: [['p.json.gz', gzipSync(publications.join(''))]],
  },
  'Wikipedia XML': { catalog: 'wikipedia', files: [['pages.xml', dumpXml(madeUpPages)]] },
  'Wikipedia multistream bzip2': {
    catalog: 'wikipedia',
    files: [
      ['pages.xml.bz2', readFileSync(path.join(import.meta.dirname, 'test-files/pages.xml.bz2'))],
    ],
  },
  arXiv: { catalog: 'arxiv', files: [['arxiv.json', papers.join('')]] },
};

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'antecede-load-'));
});
afterEach(() => rm(folder, { recursive: true }));

class Killed extends Error {}

/** Simulates a crash while a part is ended, after some parts. */
function crashing(destination: Destination, partsBeforeCrash: number): Destination {
  let ended = 0;
  return {
    write: (bytes) => destination.write(bytes),
    async endPart() {
      if (ended++ >= partsBeforeCrash) throw new Killed();
      await destination.endPart();
    },
    finish: () => destination.finish(),
    discard: () => destination.discard(),
    close: () => destination.close(),
  };
}

function begin(name: string, partBytes: number, limit?: number): Checkpoint {
  const { catalog, files } = inputs[name]!;
  const paths = files.map(([file, content]) => {
    writeFileSync(path.join(folder, file), content);
    return path.join(folder, file);
  });
  return newCheckpoint({ catalog, partBytes, limit, patentTexts }, paths.map(fingerprint));
}

const file = (name: string) => path.join(folder, name);

/** Simulates a crash before a checkpoint is written, after some checkpoints. */
class CrashingRejects extends RejectsFile {
  checkpointsBeforeCrash = Number.POSITIVE_INFINITY;
  override sync(): void {
    if (this.checkpointsBeforeCrash-- <= 0) throw new Killed();
    super.sync();
  }
}

/** The work of one process: from the existing checkpoint to the end, or until it crashes. */
async function work(
  begun: Checkpoint,
  partsBeforeCrash = Number.POSITIVE_INFINITY,
  checkpointsBeforeCrash = Number.POSITIVE_INFINITY,
) {
  const from = readCheckpoint(file('checkpoint')) ?? begun;
  const destination = crashing(new LocalFile(file('dataset.csv'), from.bytes), partsBeforeCrash);
  const documents = new DocumentsFile(
    file('documents.jsonl'),
    from.documentsBytes,
    file('links.jsonl'),
  );
  const { hasDocuments } = catalogs[from.request.catalog];
  const pieces = hasDocuments ? new PieceStore(file('pieces.sqlite'), from.pieces) : undefined;
  const rejects = new CrashingRejects(file('rejects.csv'), from.rejectsBytes);
  rejects.checkpointsBeforeCrash = checkpointsBeforeCrash;
  const checkpointPath = file('checkpoint');
  try {
    const outputs = { destination, documents, pieces, rejects, checkpointPath, progress() {} };
    const { stage, request } = from;
    const isLoading = stage === 'reading' || stage === 'joining';
    const end = isLoading ? await load(catalogs[request.catalog], from, outputs) : from;
    if (pieces) await documents.addLinks(...pieces.filedLinks());
    await documents.finish();
    await destination.finish();
    return end;
  } finally {
    destination.close();
    documents.close();
    pieces?.close();
    rejects.close();
  }
}

function outcome() {
  const read = (name: string) => readFileSync(file(name), 'utf8');
  return {
    dataset: read('dataset.csv'),
    documents: read('documents.jsonl'),
    links: existsSync(file('links.jsonl')) ? read('links.jsonl') : '',
    rejects: read('rejects.csv'),
  };
}

describe.each(Object.keys(inputs))('%s', (name) => {
  it('gives the same files, byte by byte, however often it is killed', async () => {
    const begun = begin(name, 2000);
    const end = await work(begun);
    const whole = outcome();
    expect(end.parts).toBeGreaterThan(5);
    for (const partsBeforeCrash of [0, 4]) {
      await rm(file('checkpoint'));
      let crashes = 0;
      for (;;) {
        try {
          const again = await work(begun, partsBeforeCrash + (crashes % 2));
          expect(again.counts).toEqual(end.counts);
          break;
        } catch (error) {
          if (!(error instanceof Killed)) throw error;
          crashes++;
        }
      }
      expect(crashes).toBeGreaterThan(0);
      expect(outcome()).toEqual(whole);
    }
  });

  it('resumes from every checkpoint, including the last one', async () => {
    const begun = begin(name, 2000);
    const end = await work(begun);
    const whole = outcome();
    let checkpoints = 1;
    for (;;) {
      await rm(file('checkpoint'));
      const killed = await work(begun, undefined, checkpoints).then(
        () => false,
        (error: Error) => error instanceof Killed || Promise.reject(error),
      );
      if (!killed) break;
      expect((await work(begun)).counts).toEqual(end.counts);
      expect(outcome()).toEqual(whole);
      checkpoints += checkpoints < 3 ? 1 : 5;
    }
    expect(checkpoints).toBeGreaterThanOrEqual(end.parts);
  });

  it('stops after the requested number of rows', async () => {
    const { counts } = await work(begin(name, 1000, 7));
    expect(counts.rows).toBe(7);
  });
});

it.each(['USPTO XML', 'Google Patents'])(
  'writes a document for each patent of %s',
  async (name) => {
    const end = await work(begin(name, 2000));
    const { dataset, documents } = outcome();
    const ucids = documents
      .trim()
      .split('\n')
      .map((line) => patentDocumentSchema.parse(JSON.parse(line)).ucid);
    expect(ucids).toHaveLength(end.counts.rows);
    expect(end.counts.documents).toBe(end.counts.rows);
    expect(ucids).toEqual([...dataset.matchAll(/^US-[^,]+/gm)].map(([ucid]) => ucid));
  },
);

it('gives the same rows for a dump, compressed or not', async () => {
  await work(begin('Wikipedia XML', 1 << 20));
  const plain = outcome().dataset;
  await rm(file('checkpoint'));
  await work(begin('Wikipedia multistream bzip2', 1 << 20));
  expect(outcome().dataset).toBe(plain);
});

it('lists what it left out with file, entry, place and reason', async () => {
  const end = await work(begin('USPTO zip', 1 << 20));
  const [header, ...rejects] = outcome().rejects.trim().split('\n');
  expect(header).toBe('file,entry,offset,reason');
  expect(rejects).toHaveLength(end.counts.rejects);
  const [, entry, offset, reason] = rejects[0]!.split(',');
  expect(entry).toBe('ipg1.xml');
  expect(reason).toMatch(/cannot be read as XML/);
  const bytes = Buffer.from(grants.slice(0, 20).join(''));
  expect(bytes.subarray(Number(offset)).toString()).toMatch(/^<\?xml [\s\S]*?19000002</);
});

describe('an input that ends too soon', () => {
  it.each([
    ['USPTO XML', 20],
    ['USPTO zip', 20],
    ['Google Patents', 20],
    ['Google Patents gzip', 20],
    ['Wikipedia XML', 20],
    ['Wikipedia XML', 14],
    ['Wikipedia multistream bzip2', 20],
    ['arXiv', 20],
  ])('is noticed: %s without its last %i bytes', async (name, missing) => {
    const { files } = inputs[name]!;
    const begun = begin(name, 1000);
    const [last, content] = files.at(-1)!;
    writeFileSync(file(last), Buffer.from(content).subarray(0, -missing));
    const cut = { ...begun, inputs: begun.inputs.map(({ path }) => fingerprint(path)) };
    await expect(work(cut)).rejects.toThrow(/(ends in the middle|not a whole zip).*--restart/);
  });
});

it('notices a file that changes while it is read', async () => {
  const begun = begin('arXiv', 1000);
  writeFileSync(file('arxiv.json'), `${papers.join('')}${paperJson({ id: 'late' })}`);
  await expect(work(begun)).rejects.toThrow(/has changed while it was read/);
});

it('refuses a file that is not for the catalogue', async () => {
  const begun = begin('arXiv', 1000);
  const wrong: Checkpoint = { ...begun, request: { ...begun.request, catalog: 'wikipedia' } };
  await expect(work(wrong)).rejects.toThrow(/is none of: Wikipedia pages-articles/);
});

it('gives up on an input with only unreadable records', async () => {
  writeFileSync(file('other.json'), '{"name":"no paper"}\n'.repeat(1001));
  const begun = { ...begin('arXiv', 1000), inputs: [fingerprint(file('other.json'))] };
  await expect(work(begun)).rejects.toThrow(/None of the first 1000 records.*no id/);
});

it('says why no record of a short input can be read', async () => {
  writeFileSync(file('other.json'), '{"name":"no paper"}\n');
  const begun = { ...begin('arXiv', 1000), inputs: [fingerprint(file('other.json'))] };
  await expect(work(begun)).rejects.toThrow(/rejected: 1; the last one: .*no id/);
});

it('publishes nothing for an input without records', async () => {
  writeFileSync(file('empty.xml'), dumpXml([]));
  const begun = { ...begin('Wikipedia XML', 1000), inputs: [fingerprint(file('empty.xml'))] };
  await expect(work(begun)).rejects.toThrow(/no record for this catalogue/);
});

it('truncates texts that are too long for an index, between characters', async () => {
  const abstract = `x${'é'.repeat(3 << 20)}`;
  writeFileSync(file('long.json'), paperJson({ abstract }));
  const end = await work({ ...begin('arXiv', 1000), inputs: [fingerprint(file('long.json'))] });
  expect(end.counts).toMatchObject({ rows: 1, cut: 1 });
  expect(outcome().dataset).toMatch(/,xé+,"Ada Plum/);
  expect(end.bytes).toBeLessThan(4_200_000);
});

it('refuses a checkpoint of another version', () => {
  writeFileSync(file('checkpoint'), '{"version": 0}');
  expect(() => readCheckpoint(file('checkpoint'))).toThrow(/--restart/);
  writeCheckpoint(file('checkpoint'), begin('arXiv', 1000));
  expect(readCheckpoint(file('checkpoint'))).toMatchObject({ version: 3 });
});
