import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { AwsError } from '../service.ts';

/** A running checksum; `digest` gives it in base64, as S3's headers carry it. */
export interface Checksum {
  update(chunk: Buffer): void;
  digest(): string;
}

const PREFIX = 'x-amz-checksum-';

/** Headers that start like a checksum's but name how checksums are made. */
const NOT_A_VALUE = new Set(['algorithm', 'mode', 'type']);

/** Name of the checksum header among the given ones, for instance `x-amz-checksum-crc32`. */
export function checksumHeader(names: Iterable<string>): string | undefined {
  for (const name of names) {
    if (name.startsWith(PREFIX) && !NOT_A_VALUE.has(name.slice(PREFIX.length))) return name;
  }
  return undefined;
}

/** The checksum that a header or trailer name asks for. CRC64NVME, which the JavaScript SDK never chooses itself, is refused. */
export function startChecksum(header: string): Checksum {
  switch (header.slice(PREFIX.length)) {
    case 'crc32':
      return cyclic(crc32);
    case 'crc32c':
      return cyclic(crc32c);
    case 'sha1':
    case 'sha256': {
      const hash = createHash(header.slice(PREFIX.length));
      return { update: (chunk) => void hash.update(chunk), digest: () => hash.digest('base64') };
    }
    default:
      throw new AwsError('NotImplemented', `The checksum ${header} is not emulated.`, 501);
  }
}

function cyclic(advance: (chunk: Buffer, value: number) => number): Checksum {
  let value = 0;
  return {
    update(chunk) {
      value = advance(chunk, value);
    },
    digest() {
      const bytes = Buffer.alloc(4);
      bytes.writeUInt32BE(value);
      return bytes.toString('base64');
    },
  };
}

/** Castagnoli's polynomial, bit-reversed (RFC 3720, appendix B.4). */
const CASTAGNOLI = 0x82f63b78;
const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ CASTAGNOLI : value >>> 1;
  return value;
});

function crc32c(chunk: Buffer, previous: number): number {
  let value = ~previous;
  for (const byte of chunk) value = TABLE[(value ^ byte) & 0xff]! ^ (value >>> 8);
  return ~value >>> 0;
}
