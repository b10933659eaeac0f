import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Images stand beside the texts that name them. */
const isText = (name: string) => !name.startsWith('.') && !/\.(tiff?|dtd|ent)$/i.test(name);

/** The files of a list of files and folders: those of a folder in the order of their paths, with all folders in it. */
export const inputFiles = (paths: readonly string[]): string[] => paths.flatMap(filesIn);

function filesIn(path: string): string[] {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return [path];
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() || (entry.isFile() && isText(entry.name)))
    .map(({ name }) => join(path, name))
    .sort()
    .flatMap(filesIn);
}
