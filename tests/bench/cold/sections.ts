import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Read } from './slow-store.ts';

/** What was read of the sections of one name. */
export interface SectionBytes {
  readonly name: string;
  readonly requests: number;
  readonly bytes: number;
  /** From the first request to the last answer, in milliseconds since the process began to load the engine. */
  readonly from: number;
  readonly to: number;
}

interface Section {
  readonly name: string;
  readonly offset: number;
  readonly end: number;
}

/** The section table of a file; see packages/engine/file/container.ts. */
function tableOf(file: string): Section[] {
  const bytes = readFileSync(file);
  const kind = bytes.toString('latin1', 0, 4) === 'ANTM' ? 'model' : 'segments';
  return Array.from({ length: bytes.readUInt32LE(8) }, (_, i) => {
    const at = 16 + i * 48;
    const name = bytes.toString('latin1', at, at + 24).replace(/\0+$/, '');
    const offset = bytes.readDoubleLE(at + 24);
    return { name: `${kind}: ${name}`, offset, end: offset + bytes.readDoubleLE(at + 32) };
  });
}

/** Requests, bytes and times by section, in the order of first requests. A read over several sections counts as a head. */
export function sectionsRead(folder: string, reads: readonly Read[]): SectionBytes[] {
  const tables = new Map<string, Section[]>();
  const found = new Map<string, Omit<SectionBytes, 'name'>>();
  for (const { file, offset, length, from, to } of reads) {
    const sections =
      tables.get(file) ?? (file.endsWith('.bin') ? tableOf(path.join(folder, file)) : []);
    tables.set(file, sections);
    const section = sections.find((one) => offset >= one.offset && offset + length <= one.end);
    const name = section?.name ?? (sections.length > 0 ? 'heads' : file);
    const sum = found.get(name) ?? { requests: 0, bytes: 0, from, to };
    found.set(name, {
      requests: sum.requests + 1,
      bytes: sum.bytes + length,
      from: Math.min(sum.from, from),
      to: Math.max(sum.to, to),
    });
  }
  return Array.from(found, ([name, sum]) => ({ name, ...sum })).toSorted((a, b) => a.from - b.from);
}
