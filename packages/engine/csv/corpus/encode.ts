import type { Encoding } from '../encoding.ts';

const tables = new Map<Encoding, Map<string, Buffer>>();

/** Bytes of each character of an encoding, found by decoding all sequences of one and of two bytes. */
function tableOf(encoding: Encoding): Map<string, Buffer> {
  const known = tables.get(encoding);
  if (known) return known;
  const decoder = new TextDecoder(encoding);
  const table = new Map<string, Buffer>();
  const add = (...bytes: number[]) => {
    const text = decoder.decode(Uint8Array.from(bytes));
    if ([...text].length === 1 && text !== '\ufffd' && !table.has(text)) {
      table.set(text, Buffer.from(bytes));
    }
  };
  for (let byte = 0; byte < 256; byte++) add(byte);
  for (let lead = 0x80; lead < 256; lead++)
    for (let trail = 0x30; trail < 256; trail++) add(lead, trail);
  tables.set(encoding, table);
  return table;
}

/** Text in an encoding that the platform only decodes. */
export function encode(text: string, encoding: Encoding): Buffer {
  if (encoding === 'utf-8') return Buffer.from(text);
  if (encoding === 'utf-16le') return Buffer.from(text, 'utf16le');
  if (encoding === 'utf-16be') return Buffer.from(text, 'utf16le').swap16();
  const table = tableOf(encoding);
  return Buffer.concat(
    Array.from(text, (character) => {
      const bytes = table.get(character);
      if (!bytes) throw new Error(`${encoding} has no ${character}`);
      return bytes;
    }),
  );
}
