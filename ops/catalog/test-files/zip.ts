import { crc32, deflateRawSync } from 'node:zlib';

/** How an archive deceives about an entry: changes the header of its data, or its place in the list of entries. */
interface Lie {
  header?: (header: Buffer) => void;
  listed?: (entry: Buffer) => void;
}

/** A zip archive with the given entries. */
export function zipOf(
  entries: readonly (readonly [name: string, content: string | Uint8Array, lie?: Lie])[],
): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content, lie] of entries) {
    const compressed = deflateRawSync(content);
    // From the version needed up to the length of the extra field: the same in both headers.
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(compressed.length, 14);
    common.writeUInt32LE(Buffer.from(content).length, 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), compressed]);
    const central = Buffer.alloc(14);
    central.writeUInt32LE(offset, 10);
    const listed = Buffer.concat([
      Buffer.from('PK\x01\x02\x14\x00'),
      common,
      central,
      Buffer.from(name),
    ]);
    lie?.header?.(local);
    lie?.listed?.(listed);
    directory.push(listed);
    files.push(local);
    offset += local.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(list.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...files, list, Buffer.from('PK\x05\x06'), end]);
}
