interface MadeUpTiff {
  width?: number;
  height?: number;
  /** 4: fax group 4. */
  compression?: number;
  data?: readonly number[];
  /** Offset of the next page; 0 for none. */
  next?: number;
}

/** A TIFF image with one strip of black and white, 0 is white. An all-white row of fax group 4 is one set bit. */
export function tiffOf({
  width = 16,
  height = 2,
  compression = 4,
  data = [0b11000000, 0b00010000, 0b00000001],
  next = 0,
}: MadeUpTiff = {}): Buffer {
  const tags = [
    [256, width],
    [257, height],
    [258, 1],
    [259, compression],
    [262, 0],
    [273, 8],
    [277, 1],
    [278, height],
    [279, data.length],
  ];
  const strip = Buffer.from([...data, ...(data.length % 2 ? [0] : [])]);
  const directory = Buffer.alloc(2 + tags.length * 12 + 4);
  directory.writeUInt16LE(tags.length, 0);
  for (const [position, [tag, value]] of tags.entries()) {
    const at = 2 + position * 12;
    directory.writeUInt16LE(tag!, at);
    directory.writeUInt16LE(4, at + 2);
    directory.writeUInt32LE(1, at + 4);
    directory.writeUInt32LE(value!, at + 8);
  }
  directory.writeUInt32LE(next, directory.length - 4);
  const head = Buffer.from('II*\0\0\0\0\0');
  head.writeUInt32LE(8 + strip.length, 4);
  return Buffer.concat([head, strip, directory]);
}
