import { AwsError } from '../service.ts';

/** Text or further elements; an array stands for the element repeated; undefined leaves it out. */
export type XmlValue =
  | string
  | number
  | boolean
  | undefined
  | XmlValue[]
  | { [name: string]: XmlValue };

/** A document of S3's, for instance `toXml('CopyObjectResult', { ETag })`. */
export function toXml(
  root: string,
  content: { [name: string]: XmlValue },
  namespace = true,
): string {
  const xmlns = namespace ? ' xmlns="http://s3.amazonaws.com/doc/2006-03-01/"' : '';
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root}${xmlns}>${elements(content)}</${root}>`;
}

function elements(content: { [name: string]: XmlValue }): string {
  return Object.entries(content)
    .map(([name, value]) => element(name, value))
    .join('');
}

function element(name: string, value: XmlValue): string {
  if (value === undefined) return '';
  if (Array.isArray(value)) return value.map((one) => element(name, one)).join('');
  return `<${name}>${typeof value === 'object' ? elements(value) : escapeXml(String(value))}</${name}>`;
}

function escapeXml(text: string): string {
  return text.replace(/[&<>"\p{Cc}]/gu, (character) => `&#${character.charCodeAt(0)};`);
}

/**
 * Contents of all elements `name` in `xml`, unescaped unless they have children. Enough for the two
 * flat documents that S3's clients send; an attribute or a nested element of the same name is not read.
 */
export function xmlElements(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<${name}>([\\s\\S]*?)</${name}>`, 'g'))].map(([, content]) =>
    content!.includes('<') ? content! : unescapeXml(content!),
  );
}

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function unescapeXml(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (entity, hex, decimal, named) => {
    if (named) return NAMED[named] ?? entity;
    const codePoint = hex ? Number.parseInt(hex, 16) : Number(decimal);
    if (codePoint <= 0x10ffff) return String.fromCodePoint(codePoint);
    throw new AwsError('MalformedXML', `${entity} is no character.`);
  });
}
