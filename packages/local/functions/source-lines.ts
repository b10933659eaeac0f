import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, join } from 'node:path';

const codePosition = /(?:file:\/\/)?(\/[^\s:"'()]+\.mjs):(\d+):(\d+)/g;

/**
 * Returns a function that replaces positions in bundles (`…/chunk-X.mjs:1:2345`) by positions in sources, in any
 * text. The log calls it, so maps are read only if something is logged. With `--enable-source-maps` every worker
 * thread would read all its maps at the start, which costs 18 MB and 100 ms each.
 */
export function openSourceLines(): (text: string) => string {
  const maps = new Map<string, SourceMap | undefined>();
  const mapOf = (file: string): SourceMap | undefined => {
    if (!maps.has(file)) maps.set(file, readMap(file));
    return maps.get(file);
  };
  return (text) => {
    if (!text.includes('.mjs:')) return text;
    return text.replace(codePosition, (place, file: string, line: string, column: string) => {
      const entry = mapOf(file)?.findEntry(Number(line) - 1, Number(column) - 1);
      if (!entry || !('originalSource' in entry)) return place;
      // Paths of sources are relative to the folder that the bundler wrote to, and the bundle has been moved since.
      const source = entry.originalSource.replace(/^(file:\/\/)?[./]*/, '');
      return `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
    });
  };
}

function readMap(file: string): SourceMap | undefined {
  try {
    const named = /\/\/# sourceMappingURL=(\S+)\s*$/.exec(readFileSync(file, 'utf8'))?.[1];
    if (!named) return undefined;
    return new SourceMap(JSON.parse(readFileSync(join(dirname(file), named), 'utf8')));
  } catch {
    // Without a usable map, positions in the bundle stay.
    return undefined;
  }
}
