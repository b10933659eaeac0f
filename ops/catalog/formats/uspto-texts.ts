import type { PatentDocument } from '#shared/patent-document.ts';
import { numberedClaims, numberedParagraphs } from './patent-texts.ts';
import { displays, type PatentXml } from './patent-xml.ts';
import { figureLabel, withoutStart } from './text-marks.ts';
import { descendants, type XmlElement } from './xml.ts';

type Texts = Pick<
  PatentDocument,
  'abstract' | 'abstract_marks' | 'claims' | 'paragraphs' | 'objects' | 'drawings'
>;

/**
 * Texts and drawings of a document in the names of ST.36.
 * @param isGrant grants print no numbers of paragraphs, even though their files count them
 */
export function textsOf({ root, objects }: PatentXml, isGrant: boolean): Texts {
  const abstract = descendants(root, 'abstract')[0];
  const claims = descendants(root, 'claims').flatMap((list) => descendants(list, 'claim'));
  const description = descendants(root, 'description').flatMap((part) =>
    descendants(part, 'heading', 'p', ...displays),
  );
  const sequences = sequenceLists(root, objects.length);
  const { paragraphs } = numberedParagraphs([
    ...description.map((element) => paragraphOf(element, isGrant)),
    ...sequences.map(({ id }) => ({
      text: `[${id}]`,
      marks: [{ start: 0, end: id.length + 2, kind: 'sequence' as const, ref: id }],
      isDisplay: true,
    })),
  ]);
  return {
    abstract: abstract?.text ?? '',
    abstract_marks: abstract?.marks,
    claims: numberedClaims(
      claims.map(({ text, marks, levels, references, attributes }) => ({
        text,
        marks,
        levels,
        number: Number(/\d+/.exec(attributes.num ?? attributes.id ?? attributes.ID ?? '')?.[0]),
        dependsOn: (references ?? []).flatMap(claimNumbers),
      })),
    ),
    paragraphs,
    objects: [...objects, ...sequences],
    drawings: drawingsOf(root, paragraphs),
  };
}

function paragraphOf(element: XmlElement, isGrant: boolean) {
  const { name, text, marks, label = '', attributes } = element;
  return {
    ...withoutStart({ text, marks }, 0),
    heading: name === 'heading',
    isDisplay: displays.includes(name),
    number: isGrant ? undefined : Number(attributes.num ?? /\d+/.exec(label)?.[0]) || undefined,
  };
}

/** Numbers of the claims that a reference points at: `CLM-00001`. */
const claimNumbers = (ids: string): number[] =>
  [...ids.matchAll(/CLM-0*(\d+)/g)].map(([, number]) => Number(number));

/** The sequence listings that belong to a document: files of their own. */
const sequenceLists = (root: XmlElement, objects: number) =>
  descendants(root, 'us-sequence-list-doc')
    .flatMap((list) => descendants(list, 'sequence-list'))
    .slice(0, objects + 100)
    .map(({ attributes }, position) => ({
      id: `sequence listing ${position + 1}`,
      kind: 'sequence' as const,
      image: attributes.file?.slice(0, 200),
    }));

/** Sheets of drawings. Files do not say what is on them: only where there are as many sheets as figures, that is known. */
function drawingsOf(root: XmlElement, paragraphs: PatentDocument['paragraphs']) {
  const images = descendants(root, 'drawings')
    .flatMap((drawings) => descendants(drawings, 'img'))
    .flatMap(({ attributes }) => attributes.file ?? attributes.FILE ?? []);
  // Sheet 0 repeats one of the others for the first page.
  const sheets = images.filter((image) => !/-D0+\./i.test(image));
  const labels = new Set(
    paragraphs
      .flatMap(({ marks = [] }) => marks)
      .flatMap(({ kind, ref }) => (kind === 'figure' && ref ? figureLabel(ref) : [])),
  );
  const isOneEach =
    labels.size === sheets.length &&
    sheets.every((_, position) => labels.has(String(position + 1)));
  return images.map((image) => ({
    figures: isOneEach && sheets.includes(image) ? [String(sheets.indexOf(image) + 1)] : [],
    image: image.slice(0, 200),
  }));
}
