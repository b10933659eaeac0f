import { CorruptFileError } from '../errors.ts';
import type { FileRecord } from '../manifest.ts';
import type { ByteSource } from '../source.ts';

/**
 * Checks that a file is the one the manifest lists.
 * @throws CorruptFileError
 */
export function checkRecord(record: FileRecord, source: ByteSource, crc: number): void {
  if (source.sizeBytes !== record.sizeBytes || crc !== record.crc) {
    throw new CorruptFileError(record.fileName, 'head', 12, 'not the file of this index version');
  }
}
