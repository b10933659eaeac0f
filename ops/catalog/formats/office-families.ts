import type { PatentCitation, PatentDocument } from '#shared/patent-document.ts';
import { toUcid } from '#shared/ucid.ts';
import { aboutApplication, aboutUcid, type PatentPiece, ranks } from '../join/piece.ts';
import type { Format, Outcome } from './format.ts';
import { objectsOf, textOf } from './json-lines.ts';
import { objectsWith } from './record-values.ts';
import { dayIn, type Json, listIn, textIn } from './uspto-values.ts';
import { wholeJson } from './whole-json.ts';

const dossier = 'Global Dossier';

/** Families as the Global Dossier lists them: applications of many offices with their publications. */
export const globalDossier: Format = wholeJson(dossier, (value): Outcome => {
  const family = objectsOf(value.list).flatMap((application) =>
    listIn(application, 'pubList').flatMap((published) => {
      const ucid = toUcid(
        `${textIn(published, 'pubCountry')}-${textIn(published, 'pubNum')}-${textIn(published, 'kindCode')}`,
      );
      const date = dayIn(published, 'pubDateStr');
      return ucid ? [{ ucid, ...(date && { date }) }] : [];
    }),
  );
  const pieces = family.map(({ ucid }) => ({
    about: aboutUcid(ucid),
    source: dossier,
    rank: ranks.record,
    parts: { family, family_basis: dossier },
  }));
  return pieces.length > 0 ? { pieces } : { reason: 'it names no publication.' };
});

const jpo = 'Japan Patent Office (JPO) records';

/** The JPO's records of one application: its progress, or the documents that its examiners cited. */
export const jpoRecords: Format = wholeJson(jpo, (value): Outcome => {
  const pieces = objectsWith(value, 'applicationNumber').flatMap((record): PatentPiece[] => {
    const about = aboutApplication(`JP-${textIn(record, 'applicationNumber')}`);
    const citations = listIn(record, 'patentDoc').flatMap((cited): PatentCitation[] => {
      const number = jpPublication(textIn(cited, 'documentNumber'));
      return number ? [{ number, by: 'examiner' }] : [];
    });
    const events = progressOf(record);
    const parts: Partial<PatentDocument> = {
      ...(citations.length > 0 && { citations: distinctNumbers(citations) }),
      ...(events.length > 0 && { events }),
    };
    return about && Object.keys(parts).length > 0
      ? [{ about, source: jpo, rank: ranks.record, parts }]
      : [];
  });
  return pieces.length > 0 ? { pieces } : { reason: 'it has neither citations nor events.' };
});

const distinctNumbers = (citations: PatentCitation[]) =>
  citations.filter(({ number }, at) => citations.findIndex((one) => one.number === number) === at);

function progressOf(record: Json): NonNullable<PatentDocument['events']> {
  return listIn(record, 'bibliographyInformation')
    .flatMap((one) => listIn(one, 'documentList'))
    .flatMap((paper) => {
      const text = textOf(paper.documentDescription).slice(0, 2000);
      const date = dayIn(paper, 'legalDate');
      const code = textIn(paper, 'documentCode').slice(0, 30);
      return text
        ? [{ ...(date && { date }), ...(code && { code }), text, office: 'JP', source: jpo }]
        : [];
    });
}

/** Eras of the Japanese calendar by the JPO's digit: their letter, and the year before their first. */
const eras: Record<string, { letter: string; before: number }> = {
  3: { letter: 'S', before: 1925 },
  4: { letter: 'H', before: 1988 },
  5: { letter: 'R', before: 2018 },
};

/** `JPA 414233033`: publication 233033 of the year Heisei 14, JP-2002233033-A. Until 1999 numbers are those of the era. */
function jpPublication(written: string): string | undefined {
  const [, kind, era, year, serial] = /^JP([A-Z])\s*([345])(\d{2})(\d{6})$/.exec(written) ?? [];
  if (!kind || !era) return undefined;
  const { letter, before } = eras[era]!;
  const common = before + Number(year);
  return common < 2000
    ? `JP-${letter}${year}${Number(serial)}-${kind}`
    : `JP-${common}${serial}-${kind}`;
}
