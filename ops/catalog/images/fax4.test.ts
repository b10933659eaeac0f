import fc from 'fast-check';
import UTIF from 'utif2';
import { expect, it } from 'vitest';
import { tiffOf } from '../test-files/tiff.ts';
import { decodeFax4 } from './fax4.ts';

/** Codes of runs of 0 to 12 pixels, and of 64, by ITU-T T.4. */
const codes = {
  white: '00110101 000111 0111 1000 1011 1100 1110 1111 10011 10100 00111 01000 001000'.split(' '),
  black: '0000110111 010 11 10 011 0011 0010 00011 000101 000100 0000100 0000101 0000111'.split(
    ' ',
  ),
};
const vertical: Record<number, string> = {
  0: '1',
  1: '011',
  2: '000011',
  3: '0000011',
  [-1]: '010',
  [-2]: '000010',
  [-3]: '0000010',
};

/** Encodes rows of pixels as fax group 4 does, in the modes that the standard asks for. */
function encode(rows: readonly (readonly number[])[]): Uint8Array {
  let bits = '';
  let above: readonly number[] = rows[0]!.map(() => 0);
  for (const row of rows) {
    const width = row.length;
    const isChange = (line: readonly number[], at: number) => line[at] !== (line[at - 1] ?? 0);
    const changeAfter = (line: readonly number[], from: number, to?: number) => {
      for (let at = from; at < width; at++) {
        if (isChange(line, at) && (to === undefined || line[at] === to)) return at;
      }
      return width;
    };
    for (let at = -1, colour = 0; at < width; ) {
      const a1 = changeAfter(row, Math.max(at, 0) + (at < 0 ? 0 : 1));
      const from = row[Math.max(at, 0)] === colour || at < 0 ? a1 : at;
      const b1 = changeAfter(above, at + 1, 1 - colour);
      const b2 = changeAfter(above, b1 + 1);
      if (b2 < from) {
        bits += '0001';
        at = b2;
      } else if (vertical[from - b1] !== undefined) {
        bits += vertical[from - b1];
        at = from;
        colour = 1 - colour;
      } else {
        const end = changeAfter(row, from + 1);
        const [first, second] = colour === 0 ? ['white', 'black'] : ['black', 'white'];
        bits += '001';
        bits += codes[first as 'white'][from - Math.max(at, 0)];
        bits += codes[second as 'white'][end - from];
        at = end;
      }
    }
    above = row;
  }
  const bytes = `${bits}000000000001000000000001`.match(/.{1,8}/g)!;
  return Uint8Array.from(bytes, (byte) => Number.parseInt(byte.padEnd(8, '0'), 2));
}

const packed = (rows: readonly (readonly number[])[]) =>
  rows.flatMap((row) =>
    (row.join('').match(/.{1,8}/g) ?? []).map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2)),
  );

const sheets = fc.integer({ min: 1, max: 12 }).chain((width) =>
  fc.array(fc.array(fc.integer({ min: 0, max: 1 }), { minLength: width, maxLength: width }), {
    minLength: 1,
    maxLength: 9,
  }),
);

it('decodes what was encoded, to the bits that another decoder gives', () => {
  fc.assert(
    fc.property(sheets, (rows) => {
      const strip = encode(rows);
      const [width, height] = [rows[0]!.length, rows.length];
      const decoded = [...decodeFax4(strip, width, height)];
      expect(decoded).toEqual(packed(rows));
      const tiff = tiffOf({ compression: 4, data: [...strip], width, height });
      const page = UTIF.decode(tiff)[0]!;
      UTIF.decodeImage(tiff, page);
      expect([...page.data.subarray(0, decoded.length)]).toEqual(decoded);
    }),
  );
});

/** Of a sheet of 100 × 50 pixels. */
function outcomeOf(strip: Uint8Array): string {
  try {
    return `${decodeFax4(strip, 100, 50).length} bytes`;
  } catch (error) {
    return (error as Error).message;
  }
}

it('refuses a strip that is cut off or means nothing, in bounded time', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), (strip) => {
      expect(outcomeOf(strip)).toMatch(/^(650 bytes|it is damaged)$/);
    }),
  );
});
