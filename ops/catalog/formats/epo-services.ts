import type { PatentDocument } from '#shared/patent-document.ts';
import { toUcid } from '#shared/ucid.ts';
import { aboutNumber, aboutUcid, type PatentPiece, ranks } from '../join/piece.ts';
import { registerPieces } from './epo-register.ts';
import { docdbIds, exchangeDocuments, exchangeParts, ucidOfId } from './exchange-document.ts';
import type { Format, Outcome } from './format.ts';
import { legalPieces } from './inpadoc.ts';
import { numberedParagraphs, splitClaims } from './patent-texts.ts';
import { descendants, elementsAt, textAt, type XmlElement } from './xml.ts';
import { parseLocal, xmlDocuments } from './xml-format.ts';

const source = 'EPO Open Patent Services (OPS)';

/**
 * Answers of the EPO's Open Patent Services (`world-patent-data`): bibliographic data, abstracts, claims, descriptions, families,
 * equivalents, INPADOC legal events, and the European Patent Register.
 */
export const epoServices: Format = xmlDocuments((record) => {
  const root = parseLocal(record);
  if (root.name !== 'world-patent-data') return { reason: `The document is a ${root.name}.` };
  return piecesOf(root);
});

function piecesOf(root: XmlElement): Outcome {
  const pieces = [
    ...exchangeDocuments(root).flatMap(exchangePiece),
    ...descendants(root, 'fulltext-document').flatMap(textPiece),
    ...familyPieces(root),
    ...descendants(root, 'equivalents-inquiry').flatMap(equivalentsPiece),
    ...legalPieces(root),
    ...registerPieces(root),
  ];
  if (pieces.length > 0) return { pieces };
  const fault = descendants(root, 'fault', 'message')[0]?.text.trim();
  return { reason: `The answer of ${source} names no publication${fault ? `: ${fault}` : ''}.` };
}

function exchangePiece(element: XmlElement): PatentPiece[] {
  const { country = '', kind = '', ...attributes } = element.attributes;
  const ucid = toUcid(`${country}-${attributes['doc-number'] ?? ''}-${kind}`);
  if (!ucid) return [];
  return [
    { about: aboutUcid(ucid), source, rank: ranks.collection, parts: exchangeParts(element) },
  ];
}

/** Claims or description of a publication. Claims come as one text with printed numbers. */
function textPiece(element: XmlElement): PatentPiece[] {
  const id = elementsAt(element, 'bibliographic-data', 'publication-reference', 'document-id')[0];
  const ucid = id && ucidOfId(id);
  if (!ucid) return [];
  const claims = elementsAt(element, 'claims')[0];
  const description = elementsAt(element, 'description')[0];
  const texts = claims ? elementsAt(claims, 'claim', 'claim-text').map(({ text }) => text) : [];
  const language = (claims ?? description)?.attributes.lang?.toLowerCase();
  const parts: Partial<PatentDocument> = {
    ...(texts.length > 0 && { claims: splitClaims(texts.join('\n')) }),
    ...(language && { language }),
    ...(description && paragraphsOf(description)),
  };
  return [{ about: aboutUcid(ucid), source, rank: ranks.converted, parts }];
}

/** Headings are paragraphs without a number between numbered ones. */
function paragraphsOf(description: XmlElement) {
  const texts = elementsAt(description, 'p').map(({ text }) => text.trim());
  const isNumbered = texts.some((text) => /^\[\d{4,5}\]/.test(text));
  return numberedParagraphs(
    texts.map((text) => {
      const [, number, rest = text] = /^\[(\d{4,5})\]\s*([\s\S]*)$/.exec(text) ?? [];
      return {
        text: rest.replace(/[^\S\n]+/g, ' '),
        ...(number && { number: Number(number) }),
        heading: isNumbered && !number && text.length <= 120,
      };
    }),
  );
}

/** Each publication of a family lists the others. */
function familyPieces(root: XmlElement): PatentPiece[] {
  return descendants(root, 'patent-family')
    .filter(({ children }) => children.some(({ name }) => name === 'family-member'))
    .flatMap((family) => {
      const members = elementsAt(family, 'family-member').flatMap((member) => {
        const id = elementsAt(member, 'publication-reference').flatMap(docdbIds)[0];
        const ucid = id && ucidOfId(id);
        return ucid ? [{ ucid, family_id: member.attributes['family-id'] }] : [];
      });
      const all = members.map(({ ucid }) => ({ ucid }));
      return members.map(({ ucid, family_id }) => ({
        about: aboutUcid(ucid),
        source: `${source}, INPADOC family`,
        rank: ranks.record,
        parts: { family: all, ...(family_id && { family_id }) },
      }));
    });
}

/** Numbers without kind codes that publish the same. */
function equivalentsPiece(inquiry: XmlElement): PatentPiece[] {
  const asked = elementsAt(inquiry, 'publication-reference').flatMap(docdbIds)[0];
  if (!asked) return [];
  const about = aboutNumber(textAt(asked, 'country'), textAt(asked, 'doc-number'));
  const family = elementsAt(inquiry, 'inquiry-result', 'publication-reference', 'document-id')
    .map((id) => textAt(id, 'doc-number'))
    .map((number) => aboutNumber(number.slice(0, 2), number.slice(2)))
    .filter((member) => member !== about)
    .map((member) => ({ ucid: member.slice(2, 62) }));
  return [{ about, source: `${source}, equivalents`, rank: ranks.record, parts: { family } }];
}
