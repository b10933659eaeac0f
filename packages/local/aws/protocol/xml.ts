import { SaxesParser } from 'saxes';

type Tree = string | { [name: string]: Tree | Tree[] };

const escaped = (text: string) =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** An array is a repeated element. */
function elements(name: string, value: unknown): string {
  if (value === undefined) return '';
  if (Array.isArray(value)) return value.map((item) => elements(name, item)).join('');
  return `<${name}>${content(value)}</${name}>`;
}

function content(value: unknown): string {
  if (typeof value !== 'object' || value === null) return escaped(String(value ?? ''));
  return Object.entries(value)
    .map(([name, item]) => elements(name, item))
    .join('');
}

/**
 * A document with an element for each member. An array is a repeated element; undefined leaves one out.
 * @param namespace of the root
 */
export function writeXml(root: string, members: object, namespace?: string): string {
  const attribute = namespace ? ` xmlns="${escaped(namespace)}"` : '';
  return `<?xml version="1.0" encoding="UTF-8"?><${root}${attribute}>${content(members)}</${root}>`;
}

/**
 * Reads a document. Elements become members, repeated ones arrays; attributes are left out.
 * @param lists names of elements that are arrays even if there is one
 * @throws Error if it is not well-formed
 */
export function parseXml(text: string, lists: readonly string[]): Tree {
  const document: Record<string, Tree | Tree[]> = {};
  const open = [{ name: '', members: document, text: '' }];
  const parser = new SaxesParser();
  const addText = (more: string) => {
    open.at(-1)!.text += more;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('opentag', ({ name }) => open.push({ name, members: {}, text: '' }));
  parser.on('closetag', () => {
    const { name, members, text: own } = open.pop()!;
    const value = Object.keys(members).length > 0 ? members : own;
    const parent = open.at(-1)!.members;
    const before = Object.hasOwn(parent, name) ? [parent[name]!].flat() : [];
    parent[name] = before.length > 0 || lists.includes(name) ? [...before, value] : value;
  });
  parser.on('error', (error) => {
    throw error;
  });
  parser.write(text).close();
  return document;
}
