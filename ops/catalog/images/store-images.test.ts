import { inflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import type { PatentDocument } from '#shared/patent-document.ts';
import type { ReadRecord } from '../records.ts';
import { tiffOf } from '../test-files/tiff.ts';
import { withStoredImages } from './store-images.ts';

/** Stores the images of a document, which are delivered under these names. */
async function store(images: Record<string, Buffer>, document: Partial<PatentDocument> = {}) {
  const stored = new Map<string, Uint8Array>();
  const outcomes: ReadRecord['outcome'][] = [];
  const drawings = Object.keys(images).map((image) => ({ figures: [], image }));
  const records = (async function* () {
    yield {
      outcome: { row: [], document: { ucid: 'US-1-A1', drawings, ...document } as PatentDocument },
      file: 'a.zip',
      offset: 0,
      image: async (name: string) => images[name],
      consumedBytes: () => 0,
      next: () => ({ file: 0, text: 1, offset: 0 }),
    };
  })();
  const documents = {
    async addImage(ucid: string, name: string, png: Uint8Array) {
      stored.set(`${ucid}/${name}`, png);
    },
  };
  for await (const { outcome } of withStoredImages(records, documents)) outcomes.push(outcome);
  return { stored, outcomes };
}

/** Size, bits and rows of a PNG, each row with the number of its filter. */
function pixelsOf(png: Uint8Array) {
  const bytes = Buffer.from(png);
  const data = bytes.indexOf('IDAT');
  const length = bytes.readUInt32BE(data - 4);
  return {
    size: [bytes.readUInt32BE(16), bytes.readUInt32BE(20)],
    bits: bytes[24],
    rows: [...inflateSync(bytes.subarray(data + 4, data + 4 + length))],
  };
}

it('stores drawings and images of objects as PNG, and names them', async () => {
  const { stored, outcomes } = await store(
    {
      'X-D00001.TIF': tiffOf({ compression: 1, data: [0b10100000, 0, 0, 0b00000001] }),
      'X-C00001.TIF': tiffOf(),
    },
    {
      drawings: [
        { figures: ['1'], image: 'X-D00001.TIF' },
        { figures: [], image: 'X-D00002.TIF' },
      ],
      objects: [{ id: 'structure 1', kind: 'chemistry', image: 'X-C00001.TIF' }],
    },
  );
  expect(pixelsOf(stored.get('US-1-A1/X-D00001.png')!)).toEqual({
    size: [16, 2],
    bits: 1,
    rows: [0, 0b01011111, 255, 0, 255, 0b11111110],
  });
  expect(pixelsOf(stored.get('US-1-A1/X-C00001.png')!).rows).toEqual([0, 255, 255, 0, 255, 255]);
  expect(outcomes).toMatchObject([
    {
      document: {
        drawings: [
          { figures: ['1'], image: 'X-D00001.TIF', stored: 'X-D00001.png' },
          { figures: [], image: 'X-D00002.TIF' },
        ],
        objects: [{ id: 'structure 1', stored: 'X-C00001.png' }],
      },
    },
  ]);
});

it('refuses hostile images alone, and says which', async () => {
  const { stored, outcomes } = await store({
    'good.tif': tiffOf(),
    'huge.tif': tiffOf({ width: 1_000_000, height: 1_000_000 }),
    'no.tif': Buffer.from('no image'),
    'circle.tif': tiffOf({ next: 12 }),
  });
  expect([...stored.keys()].toSorted().toReversed()).toEqual([
    'US-1-A1/good.png',
    'US-1-A1/circle.png',
  ]);
  expect(outcomes.slice(0, -1)).toEqual([
    {
      reason: expect.stringMatching(
        /^The image huge.tif of US-1-A1 cannot be shown: it has 1000000 ×/,
      ),
    },
    { reason: expect.stringMatching(/no.tif of US-1-A1 cannot be shown: /) },
  ]);
  expect(outcomes.at(-1)).toMatchObject({
    document: { drawings: [{ stored: 'good.png' }, {}, {}, { stored: 'circle.png' }] },
  });
});
