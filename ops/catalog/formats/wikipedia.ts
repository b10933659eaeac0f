import type { Catalog, Format, Outcome } from './format.ts';
import { skipped } from './format.ts';
import { headText } from './json-lines.ts';
import { type DroppedLinks, droppedLinks, plainText } from './wikitext.ts';
import { elementsAt, parseXml, textAt } from './xml.ts';

/** The `pages-articles` dump of a wiki: XML pages that contain wikitext. */
export const wikipedia: Catalog = {
  columns: ['ID', 'title', 'article', 'link', 'revision_date'],
  inputs: 'Wikipedia pages-articles XML, plain, .bz2 (multistream too) or .gz',
  formatOf(head) {
    const text = headText(head);
    const end = text.indexOf('</siteinfo>');
    if (!text.startsWith('<mediawiki') && !/^<\?xml [^>]*>\s*<mediawiki/.test(text))
      return undefined;
    if (end < 0) return undefined;
    return pages(text.slice(text.indexOf('<siteinfo>'), end + '</siteinfo>'.length));
  },
};

const ARTICLES = '0';
const PAGE = Buffer.from('<page>');
const PAGE_END = Buffer.from('</page>');

function pages(siteinfo: string): Format {
  const site = parseXml(Buffer.from(siteinfo));
  const base = textAt(site, 'base').replace(/[^/]*$/, '');
  const namespaces = elementsAt(site, 'namespaces', 'namespace');
  const dropped = droppedLinks(namespaces.map(({ attributes, text }) => [attributes.key!, text]));
  return {
    cut: { marker: PAGE, at: 'before', maxBytes: 6 << 20 },
    read: (record) => readPage(record, base, dropped),
    endsWhole: (last) => last.subarray(-200).toString().trimEnd().endsWith('</mediawiki>'),
  };
}

function readPage(record: Buffer, base: string, dropped: DroppedLinks): Outcome {
  // The head of the dump, before the first page.
  if (!record.subarray(0, PAGE.length).equals(PAGE)) return skipped;
  const end = record.lastIndexOf(PAGE_END);
  if (end < 0) return { reason: 'The page has no end.' };
  try {
    const page = parseXml(record.subarray(0, end + PAGE_END.length));
    if (textAt(page, 'ns') !== ARTICLES || elementsAt(page, 'redirect').length > 0) return skipped;
    const revision = elementsAt(page, 'revision').at(-1);
    const id = textAt(page, 'id');
    const title = textAt(page, 'title');
    if (!revision || !id || !title) return { reason: 'The page has no id, title or revision.' };
    if (!['', 'wikitext'].includes(textAt(revision, 'model'))) return skipped;
    const article = plainText(elementsAt(revision, 'text')[0]?.text ?? '', dropped);
    if (!article) return { reason: `The article ${id} (${title}) has no text.` };
    // The text is that of the revision; earlier ones may have said something else.
    const [date = ''] = /^\d{4}-\d\d-\d\d/.exec(textAt(revision, 'timestamp')) ?? [];
    return { row: [id, title, article, base + linkTitle(title), date] };
  } catch (error) {
    return { reason: `The page cannot be read as XML: ${(error as Error).message}` };
  }
}

/** A title as MediaWiki encodes it in URLs. */
const linkTitle = (title: string): string =>
  encodeURIComponent(title.replaceAll(' ', '_').toWellFormed()).replace(
    /%(3B|40|24|21|2A|28|29|2C|2F|3A|7E)/g,
    (code) => decodeURIComponent(code),
  );
