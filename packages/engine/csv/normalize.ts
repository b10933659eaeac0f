import { chunksOf } from '../formats/expand.ts';
import type { ByteSource } from '../source.ts';
import type { Encoding } from './encoding.ts';

/** Writes a chunk as UTF-8. `last` says that no other follows. */
type Transcoder = (chunk: Uint8Array, last: boolean) => Uint8Array;

/** Encodings with one byte for each character, which are transcoded with a table. */
const SINGLE_BYTE = /^(windows-|iso-8859-|koi8-|macintosh|x-mac-|ibm866)/;

function singleByteTranscoder(encoding: Encoding): Transcoder {
  const decoder = new TextDecoder(encoding);
  // Four bytes for each entry: up to three of the character in UTF-8, and how many they are.
  const table = new Uint8Array(1024);
  for (let byte = 0; byte < 256; byte++) {
    const utf8 = Buffer.from(decoder.decode(Uint8Array.of(byte)));
    table.set(utf8, byte * 4);
    table[byte * 4 + 3] = utf8.length;
  }
  return (chunk) => {
    const out = Buffer.allocUnsafe(chunk.length * 3);
    let at = 0;
    for (let i = 0; i < chunk.length; i++) {
      const byte = chunk[i]!;
      if (byte < 128) out[at++] = byte;
      else {
        const entry = byte << 2;
        const length = table[entry + 3]!;
        out[at] = table[entry]!;
        out[at + 1] = table[entry + 1]!;
        if (length === 3) out[at + 2] = table[entry + 2]!;
        at += length;
      }
    }
    return out.subarray(0, at);
  };
}

function textTranscoder(encoding: Encoding): Transcoder {
  const decoder = new TextDecoder(encoding);
  return (chunk, last) => Buffer.from(decoder.decode(chunk, { stream: !last }));
}

/** A transcoder for consecutive chunks of one file. Bytes that mean nothing become U+FFFD. */
export const transcoder = (encoding: Encoding): Transcoder =>
  SINGLE_BYTE.test(encoding) ? singleByteTranscoder(encoding) : textTranscoder(encoding);

/** A text as UTF-8, chunk by chunk. */
export async function* transcoded(
  chunks: AsyncIterable<Uint8Array>,
  encoding: Encoding,
): AsyncGenerator<Uint8Array, void> {
  const transcode = transcoder(encoding);
  for await (const chunk of chunks) yield transcode(chunk, false);
  yield transcode(new Uint8Array(0), true);
}

/** A whole file as UTF-8, in chunks of some megabytes. */
export const toUtf8 = (source: ByteSource, encoding: Encoding): AsyncGenerator<Uint8Array, void> =>
  transcoded(chunksOf(source), encoding);

/**
 * A file as UTF-8 for readers of its beginning: it is transcoded as far as it is read, and kept in memory. Its size
 * is an upper bound.
 */
export function utf8Beginning(source: ByteSource, encoding: Encoding): ByteSource {
  const chunks = toUtf8(source, encoding);
  let held = Buffer.alloc(0);
  return {
    sizeBytes: source.sizeBytes * 3,
    async read(offset, length) {
      while (held.length < offset + length) {
        const { value, done } = await chunks.next();
        if (done) break;
        held = Buffer.concat([held, value]);
      }
      return held.subarray(offset, offset + length);
    },
  };
}
