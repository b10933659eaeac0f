import { decodeHTML } from 'entities';
import { renderTemplate } from './wikitext-templates.ts';

/** Prefixes of links that show no text in an article: files, categories. In lower case. */
export type DroppedLinks = ReadonlySet<string>;

/** Namespaces of files and categories, whose keys are the same in every wiki. */
const DROPPED_NAMESPACES = ['-2', '6', '14'];

/** @param namespaces key and local name of each, as the head of the dump lists them */
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

/** Tags whose content is no prose. */
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

/** What is open: a template, a link, an external link or a table. */
interface Frame {
  readonly opener: '{{' | '[[' | '[' | '{|';
  /** Texts between the bars. */
  readonly parts: string[];
}

const TOKEN =
  /\{\{|\}\}|\[\[|\]\]|\n[: \t]*\{\||\n\|\}|\||<|\[(?=(?:https?:|ftp:|mailto:)?\/\/|mailto:)|\]/g;
/** Deeper than any article; beyond it markup is taken for text. */
const MAX_DEPTH = 60;

/**
 * The prose of an article: what a reader sees in its paragraphs, headings and lists. Templates, tables,
 * references, files and categories are left out, but for templates that stand for words. In one pass:
 * time grows with the length only, whatever the markup. The library for it, wtf_wikipedia, understands
 * more and takes twenty times as long, which at a dump of 100 GB is half a day.
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
  /** Closes the innermost frame of a kind; what is open within it was no markup. */
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
      // `|}}` ends a template whose last part is empty.
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

/** A frame that was never closed. A table that was not is a table all the same. */
const literal = ({ opener, parts }: Frame): string =>
  opener === '{|' ? '\n' : parts.join('|').replace(/^\S+\s*$/, '');

const TAG = /<(!--|\/?\s*([a-zA-Z]+)[^<>]*>)/y;

/** Passes over a tag or comment, and what is in it if that is no prose. Where the text goes on. */
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
  if (tag[1] === '/' || tag.endsWith('/>')) return inside;
  if (kind === 'nowiki') {
    const end = after(text, '</nowiki>', inside, unclosed);
    if (end !== undefined) write(text.slice(inside, end - '</nowiki>'.length));
    return end ?? inside;
  }
  return DROPPED_TAGS.has(kind) ? (after(text, `</${kind}>`, inside, unclosed) ?? inside) : inside;
}

/** Just after an end mark; undefined if there is none, which is remembered: no second search. */
function after(text: string, mark: string, start: number, missing: Set<string>) {
  if (missing.has(mark)) return undefined;
  const found = text.indexOf(mark, start);
  if (found >= 0) return found + mark.length;
  missing.add(mark);
  return undefined;
}

/** `[[Target|shown]]`. */
function renderLink(parts: string[], dropped: DroppedLinks): string {
  const target = parts[0]!.trim();
  const prefix = /^([^:#[\]{}]+):/.exec(target)?.[1]?.trim().toLowerCase();
  if (prefix !== undefined) {
    if (dropped.has(prefix)) return '';
    // A link to the same article in another language.
    if (/^[a-z]{2,3}(-[a-z]+)*$/.test(prefix) && parts.length === 1) return '';
  }
  return parts.length > 1 ? parts.at(-1)! : target.replace(/^:/, '');
}

/** `[https://… shown]`. */
const renderExternal = (parts: string[]): string => {
  const [text = ''] = parts;
  const space = text.search(/\s/);
  return space < 0 ? '' : text.slice(space + 1);
};

const HEADING = /^(=+)\s*(.*?)\s*=+\s*$/;

/** Quotes, headings, list marks and entities; a heading with nothing below it is left out. */
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
