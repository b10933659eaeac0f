import path from 'node:path';
import { pageShare, roomBytes, sectionShare } from '#functions/indexes/place-index.ts';
import { fileSource } from '../search/file-source.ts';

type EngineModule = Pick<typeof import('#engine'), 'open' | 'parseManifest'>;

/** Memory of a process that searched as a function of some size does. */
export interface MemoryFigures {
  readonly peakMb: number;
  readonly readMb: number;
}

/** Searches an index in a folder with the limits of a function. Throws if the process ever had more memory. */
export async function measure(task: {
  readonly engine: string;
  readonly folder: string;
  readonly queries: readonly string[];
  readonly memoryMb: number;
}): Promise<MemoryFigures> {
  const { parseManifest, open } = (await import(task.engine)) as EngineModule;
  const openFile = (name: string) => fileSource(path.join(task.folder, name));
  const file = await openFile('manifest.json');
  const manifest = parseManifest(Buffer.from(await file.read(0, file.sizeBytes)).toString());
  const residentBytes = roomBytes(task.memoryMb);
  const pageBytes = pageShare * residentBytes;
  let bytes = 0;
  const index = await open(
    manifest,
    async (name) => {
      const { sizeBytes, read } = await openFile(name);
      return {
        sizeBytes,
        read: (offset, length) => {
          bytes += length;
          return read(offset, length);
        },
      };
    },
    { residentBytes, pageBytes, sectionBytes: sectionShare * pageBytes },
  );
  for (const text of task.queries) await index.search({ text, limit: 100, fields: ['title'] });
  const peakMb = process.resourceUsage().maxRSS / 1024;
  if (peakMb > task.memoryMb) throw new Error(`It took ${peakMb.toFixed(0)} MB.`);
  return { peakMb, readMb: bytes / 2 ** 20 };
}
