import type { CitingDocument, PatentDocument } from './patent-document.ts';
import type { Links } from './patent-document-key.ts';
import { parsePublicationNumber, ucidStem } from './ucid.ts';

/** A citation as it is found from the cited publication: its number without kind code, and who cites it. */
export type CitationLink = readonly [cited: string, citing: CitingDocument];

type Citing = Pick<
  PatentDocument,
  'ucid' | 'title' | 'citations' | 'publication_date' | 'grant_date'
>;

/** Longest title in a list of citing documents. */
const titleLength = 300;

/** The citations of a document, one for each cited number. Citations that name no publication are left out. */
export function citationLinks(document: Citing): CitationLink[] {
  const found = new Map<string, CitingDocument>();
  for (const { number, by, phase, category } of document.citations) {
    const parsed = parsePublicationNumber(number);
    if (!parsed || found.has(ucidStem(parsed))) continue;
    found.set(ucidStem(parsed), {
      ucid: document.ucid,
      date: document.publication_date ?? document.grant_date,
      title: document.title.slice(0, titleLength),
      ...(by && { by }),
      ...(phase && { phase }),
      ...(category && { category }),
    });
  }
  return [...found];
}

/**
 * One spelling of an application's number, by which records and documents find each other: `US-13834919`. Offices and
 * databases write serial numbers of the US with year, slash or without, those of the EPO with a check digit, and those of Korea
 * with the kind of right before the year. Undefined for a number without its country.
 */
export function applicationKey(number: string): string | undefined {
  const [, country, rest = ''] = /^([A-Z]{2})[-\s]?(.*)$/i.exec(number.trim()) ?? [];
  if (!country) return undefined;
  const digits = rest
    .replace(/-?[A-Z]\d?$/i, '')
    .replace(/\.\d$/, '')
    .replace(/[^\dA-Z]/gi, '')
    .replace(/^10(?=\d{11}$)/, '');
  if (!/\d/.test(digits)) return undefined;
  const serial = country.toUpperCase() === 'US' ? digits.slice(-8).padStart(8, '0') : digits;
  return `${country.toUpperCase()}-${serial.toUpperCase()}`;
}

/** All links of a few documents. */
export function linksOf(documents: readonly PatentDocument[]): Links {
  const links: Links = { cited_by: {}, publications: {} };
  for (const document of documents) {
    for (const [cited, citing] of citationLinks(document)) {
      links.cited_by[cited] = [...(links.cited_by[cited] ?? []), citing];
    }
    const application = applicationKey(document.application_number ?? '');
    if (application) {
      links.publications[application] = [...(links.publications[application] ?? []), document.ucid];
    }
  }
  return links;
}
