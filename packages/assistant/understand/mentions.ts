import { parsePublicationNumber, toUcid, ucidStem } from '#shared/ucid.ts';

/** A publication number in a text. */
export interface Mention {
  start: number;
  end: number;
  /** The UCID, without kind code if the text has none. */
  ucid: string;
}

const offices = 'US|EP|WO|JP|CN|KR|DE|GB|FR|CA|AU|TW';
const publicationNumber = new RegExp(
  `\\bU\\.?\\s?S\\.?\\s(?:pat(?:ent)?\\.?\\s*)?(?:no\\.?\\s*)?\\d[\\d,]{5,}\\d(?:\\s?[a-z]\\d\\b)?|\\b(?:${offices})[\\s-]?[a-z]{0,3}\\d(?:[\\d,/]|\\s(?=\\d{3}))*\\d(?:-[a-z]\\d?\\b|-\\d{2}\\b|\\s?[a-z]\\d\\b)?`,
  'gi',
);
const minDigits = 5;

/** Publication numbers in any usual spelling, from left to right. */
export function findMentions(text: string): Mention[] {
  const mentions: Mention[] = [];
  for (const match of text.matchAll(publicationNumber)) {
    const parsed = parsePublicationNumber(match[0]);
    if (!parsed || parsed.number.replace(/\D/g, '').length < minDigits) continue;
    const ucid = toUcid(match[0]) ?? ucidStem(parsed);
    mentions.push({ start: match.index, end: match.index + match[0].length, ucid });
  }
  return mentions;
}
