import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import subsetFont, { type SubsetOptions } from 'subset-font';
import type { CSSOptions } from 'vite';

/** What is kept of a font beside the characters: kerning, figures of one width, ligatures, and the weights that texts have. */
const kept: Record<string, Pick<SubsetOptions, 'keepFeatures' | 'variationAxes'>> = {
  '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2': {
    keepFeatures: ['kern', 'tnum'],
    variationAxes: { wght: { min: 400, max: 900 } },
  },
  '@fontsource/source-serif-4/files/source-serif-4-latin-400-normal.woff2': {
    keepFeatures: ['kern', 'liga'],
  },
  '@fontsource/source-serif-4/files/source-serif-4-latin-600-normal.woff2': {
    keepFeatures: ['kern', 'liga'],
  },
};

const common = {
  targetFormat: 'woff2',
  noHinting: true,
  // The license and where it is. Names and authors stay in any case.
  preserveNameIds: [13, 14],
} as const satisfies SubsetOptions;

const folder = fileURLToPath(new URL('../node_modules/.cache/antecede-fonts', import.meta.url));
const made = new Map<string, Promise<string>>();

type PostcssPlugin = NonNullable<
  Exclude<NonNullable<CSSOptions['postcss']>, string>['plugins']
>[number];

/**
 * Replaces fonts of packages in styles by parts of them with the characters of their `unicode-range`: a page needs some 115 of 250 (ADR 101).
 * Only a build does so; elsewhere pages have the whole files.
 */
export const subsetFonts = (): PostcssPlugin => ({
  postcssPlugin: 'antecede:subset-fonts',
  async Once(root) {
    const faces: Promise<void>[] = [];
    root.walkAtRules('font-face', (face) => {
      let characters = '';
      face.walkDecls('unicode-range', ({ value }) => {
        characters = charactersOf(value);
      });
      face.walkDecls('src', (declaration) => {
        const [, file = ''] = /^url\("(.+?)"\)/.exec(declaration.value) ?? [];
        const from = declaration.source?.input.file;
        if (!Object.hasOwn(kept, file) || !from) return;
        const write = async () => {
          const part = relative(dirname(from), await partOf(file, characters));
          declaration.value = declaration.value.replace(file, part);
        };
        faces.push(write());
      });
    });
    await Promise.all(faces);
  },
});

/** The characters of a range, such as `U+0020-007E, U+00A0`. */
function charactersOf(range: string): string {
  const numbers = range.split(',').flatMap((part) => {
    const [, first = '', last = first] = /^\s*U\+([0-9A-F]+)(?:-([0-9A-F]+))?\s*$/.exec(part) ?? [];
    const from = Number.parseInt(first, 16);
    return Array.from({ length: Number.parseInt(last, 16) - from + 1 }, (_, i) => from + i);
  });
  return String.fromCodePoint(...numbers);
}

/** The path of a file with some characters of a font. It is made once, and kept for later builds. */
function partOf(file: string, characters: string): Promise<string> {
  const key = file + characters;
  const known = made.get(key) ?? make(file, characters);
  made.set(key, known);
  return known;
}

async function make(file: string, characters: string): Promise<string> {
  const font = await readFile(fileURLToPath(import.meta.resolve(file)));
  const options = { ...common, ...kept[file] };
  const hash = createHash('sha256')
    .update(font)
    .update(JSON.stringify([options, characters]));
  const name = basename(file).replace(/-normal\.woff2$/, '');
  const path = join(folder, `${name}-${hash.digest('hex').slice(0, 12)}.woff2`);
  if (await stat(path).catch(() => undefined)) return path;
  await mkdir(folder, { recursive: true });
  const written = `${path}.${randomUUID()}`;
  await writeFile(written, await subsetFont(font, characters, options));
  await rename(written, path);
  return path;
}
