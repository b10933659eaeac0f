import fc from 'fast-check';
import { expect, it } from 'vitest';
import { BulkEncoder } from './bulk-encoder.ts';
import { GrowableBytes } from './growable.ts';
import { learnTokens } from './learn-tokens.ts';
import { TokenEncoder } from './token-table.ts';

/** Texts in one array, with their start and end offsets. */
function layOut(texts: readonly string[]) {
  const encoded = texts.map((text) => Buffer.from(text));
  const ends = new Uint32Array(texts.length);
  let end = 0;
  encoded.forEach((text, i) => {
    end += text.length;
    ends[i] = end;
  });
  const starts = ends.map((at, i) => at - encoded[i]!.length);
  return { bytes: Buffer.concat(encoded), starts, ends };
}

const SAMPLE = layOut(Array.from({ length: 300 }, (_, i) => `the same words ${i % 7}, again`));
const encoder = new TokenEncoder(learnTokens(SAMPLE.bytes, SAMPLE.ends));

/** The codes of each text, one by one. */
function codesOf({ bytes, starts, ends }: ReturnType<typeof layOut>): string[] {
  return Array.from(starts, (start, i) => {
    const codes = new GrowableBytes();
    encoder.encode(bytes, start, ends[i]!, codes);
    return Buffer.from(codes.view()).toString('hex');
  });
}

it.each([1, 2])('writes the codes of any texts, on %i threads', (threads) => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.constantFrom('', 'the same words again', 'words, 3', 'éé'),
  );
  const batches = fc.array(fc.array(text, { maxLength: 10 }), { maxLength: 4 });
  fc.assert(
    fc.property(batches, (written) => {
      const found: string[] = [];
      const sink = (codes: Uint8Array) => found.push(Buffer.from(codes).toString('hex'));
      const bulk = new BulkEncoder(encoder, threads, sink, 0);
      const laidOut = written.map(layOut);
      for (const { bytes, starts, ends } of laidOut) bulk.add(bytes, starts, ends);
      bulk.finish();
      expect(found).toEqual(laidOut.flatMap(codesOf));
    }),
    { numRuns: threads === 1 ? 200 : 10 },
  );
});

it('divides many texts into tasks, and accepts more texts than the buffers hold', () => {
  for (const count of [40_000, 270_000]) {
    const { bytes, starts, ends } = layOut(Array.from({ length: count }, (_, i) => `words ${i}`));
    const [single, together] = [new GrowableBytes(), new GrowableBytes()];
    starts.forEach((start, i) => {
      encoder.encode(bytes, start, ends[i]!, single);
    });
    const bulk = new BulkEncoder(encoder, 2, (codes) => together.append(codes));
    bulk.add(bytes, starts, ends);
    bulk.finish();
    expect(Buffer.from(together.view()).equals(single.view())).toBe(true);
  }
});
