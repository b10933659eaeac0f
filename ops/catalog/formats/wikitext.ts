import { decodeHTML } from 'entities';
import { renderTemplate } from './wikitext-templates.ts';

/**
 * The mark between a number and its exponent in text without superscripts, so that 10 to the 6th does not become 106:
 * `^` between numbers, nothing beside letters (`m2`, `1st`).
 * @param before text before the superscript
 * @param raised the superscript, or its beginning
 */
const exponentMark = (before: string, raised: string): '^' | '' =>
  /\d$/.test(before) && /^(?:[-+−–]|&minus;)?\d/.test(raised) ? '^' : '';

/** Prefixes, in lower case, of links that show no text in an article: files, categories. */
export type DroppedLinks = ReadonlySet<string>;

/** Keys of the namespaces of files and categories, which are the same in every wiki. */
const DROPPED_NAMESPACES = ['-2', '6', '14'];

/** @param namespaces key and local name of each namespace, from the head of the dump */
export const droppedLinks = (namespaces: readonly (readonly [string, string])[]): DroppedLinks =>
  new Set([
    'file',
    'image',
    'media',
    'category',
    ...namespaces
      .filter(([key]) => DROPPED_NAMESPACES.includes(key))
      .map(([, name]) => name.toLowerCase()),
  ]);

/** Tags whose content is not prose. */
const DROPPED_TAGS = new Set([
  'ref',
  'math',
  'chem',
  'ce',
  'gallery',
  'timeline',
  'syntaxhighlight',
  'source',
  'score',
  'hiero',
  'graph',
  'mapframe',
  'maplink',
  'imagemap',
  'templatestyles',
  'inputbox',
  'style',
]);

/** An open construct: a template, a link, an external link or a table. */
interface Frame {
  readonly opener: '{{' | '[[' | '[' | '{|';
  /** Texts between vertical bars. */
  readonly parts: string[];
}

const TOKEN =
  /\{\{|\}\}|\[\[|\]\]|\n[: \t]*\{\||\n\|\}|\||<|\[(?=(?:https?:|ftp:|mailto:)?\/\/|mailto:)|\]/g;
/** Maximum nesting, deeper than in any article. Beyond it, markup is treated as text. */
const MAX_DEPTH = 60;

/**
 * The prose of an article: its paragraphs, headings and lists. Leaves out templates (except those that
 * show words), tables, references, files and categories. Works in one pass, in linear time for any markup.
 * The library wtf_wikipedia understands more markup but takes twenty times as long: half a day for a dump
 * of 100 GB.
 */
export function plainText(wikitext: string, dropped: DroppedLinks): string {
  return tidyLines(withoutMarkup(`\n${wikitext}`, dropped));
}

function withoutMarkup(text: string, dropped: DroppedLinks): string {
  const outermost: string[] = [''];
  const frames: Frame[] = [];
  let parts = outermost;
  const unclosedTags = new Set<string>();
  const write = (piece: string) => {
    parts[parts.length - 1] += piece;
  };
  const open = (opener: Frame['opener']) => {
    const frame = { opener, parts: [''] };
    frames.push(frame);
    parts = frame.parts;
  };
  const leave = () => {
    const frame = frames.pop()!;
    parts = frames.at(-1)?.parts ?? outermost;
    return frame;
  };
  /** Closes the innermost frame of a kind. Frames within it were not closed, so they become text. */
  const close = (opener: Frame['opener'], token: string, render: (parts: string[]) => string) => {
    const at = frames.findLastIndex((frame) => frame.opener === opener);
    if (at < 0) return write(token);
    while (frames.length > at + 1) {
      const inner = leave();
      write(literal(inner));
    }
    write(render(leave().parts));
  };
  TOKEN.lastIndex = 0;
  let from = 0;
  for (let match = TOKEN.exec(text); match; match = TOKEN.exec(text)) {
    const [token] = match;
    write(text.slice(from, match.index));
    from = TOKEN.lastIndex;
    if (token === '<') {
      from = afterTag(text, match.index, unclosedTags, write);
      TOKEN.lastIndex = from;
    } else if (token === '}}') close('{{', token, renderTemplate);
    else if (token === ']]') close('[[', token, (link) => renderLink(link, dropped));
    else if (token === ']') {
      if (frames.at(-1)?.opener === '[') write(renderExternal(leave().parts));
      else write(token);
    } else if (token === '|') {
      const inner = frames.at(-1)?.opener;
      if (inner === '{{' || inner === '[[') parts.push('');
      else write(token);
    } else if (token === '\n|}') {
      // `|}}` ends a template with an empty last part.
      if (text[from] === '}' && frames.at(-1)?.opener === '{{') {
        parts.push('');
        from = TOKEN.lastIndex = from - 1;
      } else close('{|', token, () => '\n');
    } else if (frames.length >= MAX_DEPTH) write(token);
    else if (token === '{{' || token === '[[' || token === '[') open(token);
    else open('{|');
  }
  write(text.slice(from));
  while (frames.length > 0) {
    const inner = leave();
    write(literal(inner));
  }
  return outermost[0]!;
}

/** The text of a frame that was never closed. Unclosed tables are dropped like closed ones. */
const literal = ({ opener, parts }: Frame): string =>
  opener === '{|' ? '\n' : parts.join('|').replace(/^\S+\s*$/, '');

const TAG = /<(!--|\/?\s*([a-zA-Z]+)[^<>]*>)/y;

/** Skips a tag or comment, including its content if that is not prose. Returns where the text continues. */
function afterTag(
  text: string,
  start: number,
  unclosed: Set<string>,
  write: (piece: string) => void,
): number {
  TAG.lastIndex = start;
  const [tag, , name = ''] = TAG.exec(text) ?? [];
  if (tag === undefined) {
    write('<');
    return start + 1;
  }
  const inside = start + tag.length;
  if (tag === '<!--') return after(text, '-->', inside, unclosed) ?? text.length;
  const kind = name.toLowerCase();
  if (kind === 'br' || kind === 'p' || kind === 'li' || kind === 'div') write('\n');
  if (kind === 'sup' && tag[1] !== '/') {
    write(exponentMark(text.slice(start - 1, start), text.slice(inside, inside + 10)));
  }
  if (tag[1] === '/' || tag.endsWith('/>')) return inside;
  if (kind === 'nowiki') {
    const end = after(text, '</nowiki>', inside, unclosed);
    if (end !== undefined) write(text.slice(inside, end - '</nowiki>'.length));
    return end ?? inside;
  }
  return DROPPED_TAGS.has(kind) ? (after(text, `</${kind}>`, inside, unclosed) ?? inside) : inside;
}

/** Offset after an end mark, or undefined. Missing marks are remembered, so each is searched only once. */
function after(text: string, mark: string, start: number, missing: Set<string>) {
  if (missing.has(mark)) return undefined;
  const found = text.indexOf(mark, start);
  if (found >= 0) return found + mark.length;
  missing.add(mark);
  return undefined;
}

/** Text of the link `[[Target|shown]]`. */
function renderLink(parts: string[], dropped: DroppedLinks): string {
  const target = parts[0]!.trim();
  const prefix = /^([^:#[\]{}]+):/.exec(target)?.[1]?.trim().toLowerCase();
  if (prefix !== undefined) {
    if (dropped.has(prefix)) return '';
    // An interlanguage link.
    if (/^[a-z]{2,3}(-[a-z]+)*$/.test(prefix) && parts.length === 1) return '';
  }
  return parts.length > 1 ? parts.at(-1)! : target.replace(/^:/, '');
}

/** Text of the external link `[https://… shown]`. */
const renderExternal = (parts: string[]): string => {
  const [text = ''] = parts;
  const space = text.search(/\s/);
  return space < 0 ? '' : text.slice(space + 1);
};

const HEADING = /^(=+)\s*(.*?)\s*=+\s*$/;

/** Removes quotes, heading and list marks, decodes entities, and drops headings without text below. */
function tidyLines(text: string): string {
  const lines: string[] = [];
  const pending: { level: number; text: string }[] = [];
  for (const raw of text.split('\n')) {
    const plain = /[&']|__/.test(raw) ? withoutQuotes(raw) : raw;
    const line = plain
      .replace(/^[*#:;\s]+|^-{4,}/, '')
      .replace(/\s+/g, ' ')
      .replace(/ ?\( ?[,;]? ?\)/g, '')
      .replace(/ ([,.;:)])/g, '$1')
      .trim();
    if (line === '') continue;
    const [, marks, title] = HEADING.exec(line) ?? [];
    if (marks !== undefined && title) {
      while (pending.length > 0 && pending.at(-1)!.level >= marks.length) pending.pop();
      pending.push({ level: marks.length, text: title });
    } else {
      lines.push(...pending.splice(0).map((heading) => heading.text), line);
    }
  }
  return lines.join('\n');
}

const withoutQuotes = (line: string): string =>
  decodeHTML(line.replace(/'{2,}/g, '').replace(/__[A-Z]+__/g, ''));
