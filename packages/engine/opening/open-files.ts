/** Opens the files of an index, checked to be those that its manifest lists. */
import { type OpenedModel, openModelHead } from '../concept/model.ts';
import { CorruptFileError } from '../errors.ts';
import type { FileRecord, Manifest } from '../manifest.ts';
import type { OpenFile } from '../query/search-index.ts';
import { storedColumns } from '../schema.ts';
import { openSegment, type Segment } from '../segment/open.ts';
import type { ByteSource } from '../source.ts';

function checkRecord(record: FileRecord, source: ByteSource, crc: number): void {
  if (source.sizeBytes !== record.sizeBytes || crc !== record.crc) {
    throw new CorruptFileError(record.fileName, 'head', 12, 'not the file of this index version');
  }
}

/**
 * @param headBytes bytes that are read first
 * @throws CorruptFileError
 */
export async function openListedModel(
  { model: record }: Manifest,
  open: OpenFile,
  headBytes = record.headBytes,
): Promise<OpenedModel> {
  const source = await open(record.fileName, record.sizeBytes);
  const opened = await openModelHead(source, record.fileName, headBytes);
  checkRecord(record, source, opened.model.crc);
  return opened;
}

/**
 * @param headBytes bytes that are read first
 * @throws CorruptFileError
 */
export async function openListedSegment(
  { schema, card }: Manifest,
  record: FileRecord,
  open: OpenFile,
  headBytes = record.headBytes,
): Promise<Segment> {
  const { fileName, sizeBytes } = record;
  const source = await open(fileName, sizeBytes);
  const stored = storedColumns(schema).length;
  const segment = await openSegment(source, fileName, stored, card.dimensions, headBytes);
  checkRecord(record, source, segment.file.crc);
  return segment;
}
