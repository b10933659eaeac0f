import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, join } from 'node:path';

const PLACE = /(?:file:\/\/)?(\/[^\s:"'()]+\.mjs):(\d+):(\d+)/g;

/**
 * Replaces places in bundles (`…/chunk-X.mjs:1:2345`) by places in sources, in any text. Done here
 * and only when something is logged: with `--enable-source-maps` every worker thread would read all
 * its maps when it starts, for 18 MB and 100 ms each.
 */
export function openSourceLines(): (text: string) => string {
  const maps = new Map<string, SourceMap | undefined>();
  const mapOf = (file: string): SourceMap | undefined => {
    if (!maps.has(file)) maps.set(file, readMap(file));
    return maps.get(file);
  };
  return (text) => {
    if (!text.includes('.mjs:')) return text;
    return text.replace(PLACE, (place, file: string, line: string, column: string) => {
      const entry = mapOf(file)?.findEntry(Number(line) - 1, Number(column) - 1);
      if (!entry || !('originalSource' in entry)) return place;
      // Sources are relative to where the bundler wrote, which is not where the bundle lies.
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
    // A bundle without a usable map is reported by its own places.
    return undefined;
  }
}
