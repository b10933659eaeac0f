import { toUcid } from '#shared/ucid.ts';
import { aboutApplication, aboutUcid, ranks } from '../join/piece.ts';
import { classSymbols } from './classes.ts';
import type { Format, Outcome } from './format.ts';
import { descendants, textAt, type XmlElement } from './xml.ts';
import { parseLocal, xmlElements } from './xml-format.ts';

const source = 'CPC master classification records';

/** The USPTO's master classification file: the classes that a publication has now. */
export const cpcMaster: Format = xmlElements(
  'uspat:CPCMasterClassificationRecord',
  (record): Outcome => {
    const root = parseLocal(record);
    const first = (name: string) => descendants(root, name)[0]?.text.trim() ?? '';
    const number = first('PatentNumber') || first('PublicationNumber');
    const ucid = toUcid(`US-${number}-${first('PatentDocumentKindCode')}`);
    const about = ucid ? aboutUcid(ucid) : aboutApplication(`US-${first('ApplicationNumberText')}`);
    const cpc = classSymbols([
      ...descendants(root, 'MainCPC').flatMap(symbolsIn),
      ...descendants(root, 'FurtherCPC').flatMap(symbolsIn),
    ]);
    if (!about || cpc.length === 0) return { reason: `${source}: no publication and class.` };
    return { pieces: [{ about, source, rank: ranks.record, parts: { cpc } }] };
  },
  '>',
);

const symbolsIn = (list: XmlElement) =>
  descendants(list, 'CPCClassification').map((one) => {
    const text = (name: string) => textAt(one, name);
    return `${text('CPCSection')}${text('Class')}${text('Subclass')}${text('MainGroup')}/${text('Subgroup')}`;
  });
