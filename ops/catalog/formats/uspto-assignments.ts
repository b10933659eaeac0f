import { aboutApplication, ranks } from '../join/piece.ts';
import type { Outcome } from './format.ts';
import { oneLine } from './json-lines.ts';
import { day } from './record-values.ts';
import { assignmentParts, usApplication } from './uspto-values.ts';
import { descendants, type XmlElement } from './xml.ts';
import { parseLocal, xmlDocuments } from './xml-format.ts';

const source = 'USPTO assignment records';

/** Answers of the USPTO's assignment search: a `doc` for each recorded conveyance, with lists of applications and names. */
export const usptoAssignments = xmlDocuments((record): Outcome => {
  const pieces = descendants(parseLocal(record), 'doc').flatMap((document) => {
    const parts = assignmentParts(source, [
      {
        conveyance: valuesOf(document, 'conveyanceText')[0] ?? '',
        recorded: day(valuesOf(document, 'recordedDate')[0] ?? ''),
        assignors: valuesOf(document, 'patAssignorName'),
        assignees: valuesOf(document, 'patAssigneeName'),
      },
    ]);
    return valuesOf(document, 'applNum').flatMap((number) => {
      const about = aboutApplication(usApplication(number));
      return about ? [{ about, source, rank: ranks.record, parts }] : [];
    });
  });
  return pieces.length > 0 ? { pieces } : { reason: `${source}: no application is named.` };
});

/** Values of a field, which is an element or a list of elements with this name as attribute. */
function valuesOf(document: XmlElement, name: string): string[] {
  const found = document.children.find(({ attributes }) => attributes.name === name);
  if (!found) return [];
  const texts = found.children.length > 0 ? found.children : [found];
  return texts.map(({ text }) => oneLine(text)).filter((text) => text !== '' && text !== 'NULL');
}
