import UTIF, { type IFD } from 'utif2';
import { decodeFax4 } from './fax4.ts';
import { writePng } from './png.ts';

/** A sheet of A4 at 600 dots per inch has 35 million. */
const MAX_PIXELS = 40_000_000;
/** Colours take 32 times as much memory as black and white. */
const MAX_COLOUR_PIXELS = 10_000_000;
const WHITE_IS_ZERO = 0;
const FAX_GROUP_4 = 4;

/**
 * Converts the first page of a TIFF image to PNG.
 * @throws Error if it is damaged, empty or too large
 */
export function tiffToPng(tiff: Uint8Array): Buffer {
  const bytes = firstPage(tiff);
  const page = UTIF.decode(bytes)[0];
  const number = (tag: string) => Number((page?.[tag] as number[] | undefined)?.[0] ?? 0);
  const [width, height] = [number('t256'), number('t257')];
  const isBilevel = (number('t258') || 1) === 1 && (number('t277') || 1) === 1;
  if (!page || !(width > 0 && height > 0)) throw new Error('it has no page');
  if (width * height > (isBilevel ? MAX_PIXELS : MAX_COLOUR_PIXELS)) {
    throw new Error(`it has ${width} × ${height} pixels`);
  }
  const sheet =
    isBilevel && number('t259') === FAX_GROUP_4 && decodedFax(bytes, page, width, height);
  if (sheet) return bilevel({ width, height, data: sheet }, number('t262'));
  UTIF.decodeImage(bytes, page);
  if (page.width !== width || page.height !== height) throw new Error('it is damaged');
  return isBilevel ? bilevel(page, number('t262')) : colour(page);
}

/** The strips of a sheet; undefined for one that is damaged or of a rarer kind, which UTIF may read. */
function decodedFax(
  bytes: Buffer,
  { t273: offsets, t278: rows, t279: sizes, t266: bitOrder }: IFD,
  width: number,
  height: number,
): Uint8Array | undefined {
  if (!Array.isArray(offsets) || !Array.isArray(sizes)) return undefined;
  if (Array.isArray(bitOrder) && bitOrder[0] !== 1) return undefined;
  const rowBytes = Math.ceil(width / 8);
  const rowsInStrip = Math.min(height, Number(Array.isArray(rows) ? rows[0] : height) || height);
  if (offsets.length !== Math.ceil(height / rowsInStrip)) return undefined;
  const sheet = new Uint8Array(rowBytes * height);
  try {
    for (const [at, offset] of offsets.entries()) {
      const strip = bytes.subarray(Number(offset), Number(offset) + Number(sizes[at]));
      const first = at * rowsInStrip;
      const decoded = decodeFax4(strip, width, Math.min(rowsInStrip, height - first));
      sheet.set(decoded, first * rowBytes);
    }
    return sheet;
  } catch {
    return undefined;
  }
}

/** The image without its further pages, which could go round in a circle. */
function firstPage(tiff: Uint8Array): Buffer {
  const bytes = Buffer.from(tiff);
  const isLittle = bytes.toString('latin1', 0, 2) === 'II';
  const short = (at: number) => (isLittle ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at));
  const start = isLittle ? bytes.readUInt32LE(4) : bytes.readUInt32BE(4);
  const next = start + 2 + short(start) * 12;
  bytes.fill(0, next, next + 4);
  return bytes;
}

type Sheet = Pick<IFD, 'width' | 'height' | 'data'>;

function bilevel({ width, height, data }: Sheet, photometric: number): Buffer {
  const size = Math.ceil(width / 8) * height;
  if (data.length < size) throw new Error('it is damaged');
  const bytes = data.subarray(0, size);
  if (photometric === WHITE_IS_ZERO) for (let at = 0; at < size; at++) bytes[at] = ~bytes[at]!;
  return writePng({ width, height, bits: 1, bytes });
}

function colour(page: IFD): Buffer {
  const { width, height } = page;
  const rgba = UTIF.toRGBA8(page);
  if (rgba.length < width * height * 4) throw new Error('it is damaged');
  const bytes = new Uint8Array(width * height * 3);
  for (let pixel = 0; pixel < width * height; pixel++) {
    bytes.set(rgba.subarray(pixel * 4, pixel * 4 + 3), pixel * 3);
  }
  return writePng({ width, height, bits: 24, bytes });
}
