import {
  crc32,
  descriptorOf,
  directoryOf,
  distinctNames,
  localHeader,
  type StoredFile,
} from '#shared/stored-zip.ts';

/**
 * Several files as one archive, in the order of their names. Their bytes stay where they are: they are read once, for their
 * checksums, and again when the archive is sent.
 */
export async function zipFiles(files: readonly File[], name: string): Promise<File> {
  const names = distinctNames(files.map((file) => file.name));
  const named = files
    .map((file, i) => ({ file, name: names[i]! }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const pieces: BlobPart[] = [];
  const stored: StoredFile[] = [];
  for (const one of named) {
    const entry = { name: one.name, sizeBytes: one.file.size, crc: await checksumOf(one.file) };
    stored.push(entry);
    pieces.push(localHeader(one.name), one.file, descriptorOf(entry));
  }
  return new File([...pieces, directoryOf(stored)], name);
}

async function checksumOf(file: File): Promise<number> {
  const reader = file.stream().getReader();
  let crc = 0;
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return crc;
    crc = crc32(value, crc);
  }
}
