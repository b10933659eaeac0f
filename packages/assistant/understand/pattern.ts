import type { Token } from './tokens.ts';

/** What a rule has found: where it ends, and the values that it captured. */
export interface Match {
  end: number;
  values: Record<string, string>;
}

/** A part of the grammar that a pattern cannot say, such as a name: reads from a token on. */
export type Reader = (
  tokens: readonly Token[],
  at: number,
) => { end: number; value: string } | undefined;

interface Element {
  capture?: string;
  /** Classes, readers or literal words, of which one must match. Empty for a gap. */
  names: string[];
  isOptional: boolean;
  /** How often it may stand one after another. */
  times: number;
  /** Tokens that may stand between, for `..3`. */
  gap: number;
  edge?: 'begin' | 'end';
}

export type Pattern = readonly Element[];

/** With a bound, the time of a match does not grow with a power of the message. */
const mostRepeated = 6;

/**
 * Reads a pattern. Its elements are separated by spaces: a class or a reader in capitals, a literal word, `A|B` for either,
 * `?` for at most one, `*` for up to six, `..3` for up to three tokens of any kind, `^` and `$` for the ends of the
 * message, and `name=` before an element whose value is wanted.
 */
export const pattern = (text: string): Pattern =>
  text.split(' ').map((part) => {
    const plain = { names: [], isOptional: false, times: 1, gap: 0 };
    if (part === '^') return { ...plain, edge: 'begin' as const };
    if (part === '$') return { ...plain, edge: 'end' as const };
    if (part.startsWith('..')) return { ...plain, gap: Number(part.slice(2)) };
    const [, capture, names, times] = /^(?:(\w+)=)?(.+?)([?*]?)$/.exec(part)!;
    return {
      ...plain,
      ...(capture && { capture }),
      names: names!.split('|'),
      isOptional: times !== '',
      times: times === '*' ? mostRepeated : 1,
    };
  });

/** Whether only marks follow. */
const isEnd = (tokens: readonly Token[], at: number) =>
  tokens.slice(at).every(({ classes }) => classes.has('MARK') || classes.has('FILLER'));
const isBegin = (tokens: readonly Token[], at: number) =>
  tokens.slice(0, at).every(({ classes }) => classes.has('MARK') || classes.has('POLITE'));

/** Matches a pattern from a token on. The first way in which it matches counts; longer repetitions come first. */
export function match(
  elements: Pattern,
  tokens: readonly Token[],
  at: number,
  readers: Readonly<Record<string, Reader>>,
): Match | undefined {
  const [element, ...rest] = elements;
  if (!element) return { end: at, values: {} };
  const next = (from: number) => match(rest, tokens, from, readers);
  if (element.edge === 'begin') return isBegin(tokens, at) ? next(at) : undefined;
  if (element.edge === 'end') return isEnd(tokens, at) ? next(at) : undefined;
  if (element.names.length === 0) {
    for (let skipped = 0; skipped <= element.gap && at + skipped <= tokens.length; skipped++) {
      const found = next(at + skipped);
      if (found) return found;
      if (/^[.?!;\n]$/.test(tokens[at + skipped]?.text ?? '')) return undefined;
    }
    return undefined;
  }
  const read = readOne(element, tokens, at, readers);
  if (read) {
    const again = { ...element, times: element.times - 1 };
    const further =
      again.times > 0 ? match([again, ...rest], tokens, read.end, readers) : undefined;
    const found = further ?? next(read.end);
    if (found) {
      const { capture } = element;
      return capture ? { ...found, values: { [capture]: read.value, ...found.values } } : found;
    }
  }
  return element.isOptional ? next(at) : undefined;
}

function readOne(
  { names }: Element,
  tokens: readonly Token[],
  at: number,
  readers: Readonly<Record<string, Reader>>,
): { end: number; value: string } | undefined {
  const token = tokens[at];
  if (!token) return undefined;
  for (const name of names) {
    const reader = readers[name];
    if (reader) {
      const read = reader(tokens, at);
      if (read) return read;
    } else if (/^[A-Z]/.test(name) ? token.classes.has(name) : token.lower === name)
      return { end: at + 1, value: token.value ?? token.text };
  }
  return undefined;
}

/** Whether a pattern matches anywhere. */
export const matchesAnywhere = (
  elements: Pattern,
  tokens: readonly Token[],
  readers: Readonly<Record<string, Reader>>,
): boolean => tokens.some((_, at) => match(elements, tokens, at, readers) !== undefined);
