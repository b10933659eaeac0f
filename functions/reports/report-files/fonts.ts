import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import interLatin from '@fontsource/inter/files/inter-latin-400-normal.woff?inline';
import interLatinBold from '@fontsource/inter/files/inter-latin-600-normal.woff?inline';
import interExtended from '@fontsource/inter/files/inter-latin-ext-400-normal.woff?inline';
import interExtendedBold from '@fontsource/inter/files/inter-latin-ext-600-normal.woff?inline';
import serifLatin from '@fontsource/source-serif-4/files/source-serif-4-latin-600-normal.woff?inline';
import serifExtended from '@fontsource/source-serif-4/files/source-serif-4-latin-ext-600-normal.woff?inline';
import dejaVu from 'dejavu-fonts-ttf/ttf/DejaVuSans.ttf?inline';
import { create, type Font } from 'fontkit';
import { woffToSfnt } from './woff-to-sfnt.ts';

/** What text is set in: the product's typefaces in fixed weights, because pdfkit takes the weights of a variable font for one font. */
export type Face = 'regular' | 'bold' | 'serif';

/** A stretch of text that one font can draw. */
export interface FontRun {
  font: string;
  text: string;
}

/** Stands for a character that no font here has, such as a rare Chinese one. */
export const missingCharacter = '□';

const files: Record<string, string> = {
  interLatin,
  interLatinBold,
  interExtended,
  interExtendedBold,
  serifLatin,
  serifExtended,
  dejaVu,
};

/**
 * The fonts of each face, in the order in which they are asked for a character. DejaVu has Greek and Cyrillic,
 * and the symbols and subscripts of formulas, Unifont the scripts of all languages, drawn coarsely.
 */
const fontsOfFace: Record<Face, readonly string[]> = {
  regular: ['interLatin', 'interExtended', 'dejaVu', 'unifont'],
  bold: ['interLatinBold', 'interExtendedBold', 'dejaVu', 'unifont'],
  serif: ['serifLatin', 'serifExtended', 'dejaVu', 'unifont'],
};

/** The font that draws `missingCharacter`. */
const lastResort = 'dejaVu';

const unifontFile = 'unifontex-latin-400-normal.woff';

/**
 * 3.3 MB, read only when a text has a character that no other font has: it takes about half a second. It lies beside
 * the bundle of a function; where nothing is bundled, in its package.
 */
function readUnifont(): Buffer {
  const beside = new URL(`./${unifontFile}`, import.meta.url);
  if (existsSync(beside)) return woffToSfnt(readFileSync(beside));
  const { resolve } = createRequire(import.meta.url);
  return woffToSfnt(readFileSync(resolve(`@fontsource/unifontex/files/${unifontFile}`)));
}

/** Decompressed and parsed at first use, then kept: it takes some 20 ms each. */
const opened = new Map<string, Font>();

export function fontNamed(name: string): Font {
  const known = opened.get(name);
  if (known) return known;
  const inBundle = files[name];
  const bytes = inBundle ? Buffer.from(inBundle.replace(/^.*?,/, ''), 'base64') : readUnifont();
  const font = create(bytes) as Font;
  opened.set(name, font);
  return font;
}

/** Splits text into runs that one font can draw. Invisible characters are left out; ones that no font has become `□`. */
export function fontRuns(text: string, face: Face): FontRun[] {
  const runs: FontRun[] = [];
  for (const character of text.normalize('NFC').replaceAll(invisible, '')) {
    const visible = /\s/.test(character) ? ' ' : character;
    const found = fontOf(visible, face);
    const font = found ?? lastResort;
    const drawn = found ? visible : missingCharacter;
    const last = runs.at(-1);
    if (last?.font === font) last.text += drawn;
    else runs.push({ font, text: drawn });
  }
  return runs;
}

/** The characters of a text that are drawn as `□`, each once. */
export const missingCharacters = (text: string): string[] =>
  [...new Set(text.normalize('NFC').replaceAll(invisible, ''))].filter(
    (character) => !/\s/.test(character) && fontOf(character, 'regular') === undefined,
  );

/** Controls, joiners and direction marks. They have no picture, and in a font that knows none would become boxes. */
const invisible = /[\p{Cf}\p{Variation_Selector}]|(?!\s)\p{Cc}/gu;

const fontOfCharacter = new Map<string, string | undefined>();

function fontOf(character: string, face: Face): string | undefined {
  const key = face + character;
  if (fontOfCharacter.has(key)) return fontOfCharacter.get(key);
  const codePoint = character.codePointAt(0)!;
  const font = fontsOfFace[face].find((name) => fontNamed(name).hasGlyphForCodePoint(codePoint));
  fontOfCharacter.set(key, font);
  return font;
}
