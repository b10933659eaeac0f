import type { PatentObject } from '#shared/patent-document.ts';
import { MathmlWriter } from './mathml.ts';
import { Prose } from './prose.ts';
import { ProseTable } from './prose-table.ts';
import { script } from './scripts.ts';
import { scanXml, type XmlElement, XmlTree } from './xml.ts';

/**
 * Elements by their names in WIPO's standard ST.36, which the offices' formats since 2004 share. Older formats name the same
 * things differently: `aliases` of `parsePatentXml` translates them.
 */
const prose = new Set(['invention-title', 'abstract', 'claim', 'heading', 'p', 'othercit']);
/** What stands between paragraphs: it has a text of its own there. */
export const displays = ['tables', 'maths', 'chemistry', 'ul', 'ol', 'dl', 'pre'];
const lines = new Set(['p', 'heading', 'claim', 'claim-text', 'li', 'dt', 'dd', 'table', 'tables']);
const oneLine = new Set(['invention-title', 'heading', 'othercit']);
const scripts: Record<string, 'sub' | 'sup'> = { sub: 'sub', sub2: 'sub', sup: 'sup', sup2: 'sup' };
const objects: Record<string, PatentObject['kind']> = {
  maths: 'formula',
  math: 'formula',
  chemistry: 'chemistry',
  img: 'image',
  'sequence-list': 'sequence',
};
const names: Record<PatentObject['kind'], string> = {
  formula: 'formula',
  chemistry: 'structure',
  image: 'image',
  sequence: 'sequence listing',
};
/** Elements after the description that give the images of formulas and structures: `idrefs="MATH-US-00001"`. */
const imageLists = new Set(['us-math', 'us-chemistry']);
/** Text that a reissue leaves out is printed in brackets. */
const deletions: Record<string, string> = { 'delete-start': '[[', 'delete-end': ']]' };

/** Cells, marks and objects of one document. Protects against documents made to exhaust memory. */
const MAX_PIECES = 300_000;

/** A patent's elements, those of prose with text, marks and levels of lines, and the objects that the texts refer to. */
export interface PatentXml {
  root: XmlElement;
  objects: PatentObject[];
}

/**
 * Parses a patent document. Nothing of its texts is lost: a formula, structure or image becomes a marker such as `[formula
 * 3]`, a table becomes lines with tabs, indices become `H₂O` or `Si_(2i+2)`.
 * @param aliases names of ST.36 by the names of an older format; `''` for elements that are left out with their content
 * @throws Error as `scanXml`, or if there are too many pieces
 */
export function parsePatentXml(
  xml: Uint8Array,
  aliases: Readonly<Record<string, string>> = {},
): PatentXml {
  const builder = new PatentXmlBuilder();
  const nameOf = (name: string) => (Object.hasOwn(aliases, name) ? aliases[name]! : name);
  let omittedDepth = 0;
  scanXml(xml, {
    open(written, attributes) {
      const name = nameOf(written);
      if (omittedDepth > 0 || name === '') omittedDepth++;
      else builder.open(name, attributes);
    },
    close(written) {
      if (omittedDepth > 0) omittedDepth--;
      else builder.close(nameOf(written));
    },
    text(text) {
      if (omittedDepth === 0) builder.text(text);
    },
    instruction(target) {
      if (omittedDepth === 0 && deletions[target]) builder.text(deletions[target]);
    },
  });
  return { root: builder.root, objects: builder.objects };
}

/** An object that is being scanned: what is in it is not part of the text. */
interface OpenObject {
  object: PatentObject;
  depth: number;
  sourceId?: string;
  /** Text of an object without formula and image. */
  words: string;
}

class PatentXmlBuilder {
  readonly #tree = new XmlTree();
  readonly objects: PatentObject[] = [];
  readonly #bySourceId = new Map<string, PatentObject>();
  readonly #counts = new Map<PatentObject['kind'], number>();
  /** Texts that are being built, the outermost first: of a part, of a cell in it, of an index in that. */
  readonly #texts: Prose[] = [];
  readonly #tables: ProseTable[] = [];
  /** Whether a part of the present table had headings. */
  #hasHead = false;
  /** Depth within the element of prose. */
  #depth = 0;
  #object: OpenObject | undefined;
  #math: MathmlWriter | undefined;
  #imageOf: PatentObject[] = [];
  #isInDescription = false;
  #isInReference = false;
  /** Levels of the parts of a claim around the present one. */
  readonly #levels: number[] = [];
  #pieces = 0;

  get root(): XmlElement {
    return this.#tree.root;
  }

  open(name: string, attributes: XmlElement['attributes']): void {
    const text = this.#texts.at(-1);
    if (this.#object) this.#openInObject(name, attributes);
    else if (text) this.#openInText(text, name, attributes);
    else this.#openOutside(name, attributes);
  }

  #openInText(text: Prose, name: string, attributes: XmlElement['attributes']): void {
    this.#depth++;
    if (name === 'claim-ref') this.#refer(attributes);
    else if (this.#isInReference) return;
    if (lines.has(name) || name === 'br') text.breakLine();
    if (name === 'claim-text') {
      this.#levels.push(text.level);
      text.level = attributes.LVL ? Number(attributes.LVL) - 1 : text.level + 1;
    }
    if (name === 'label') this.#texts.push(new Prose(true));
    else if (Object.hasOwn(objects, name)) this.#openObject(name, attributes);
    else if (Object.hasOwn(scripts, name)) this.#texts.push(new Prose(true));
    else if (name === 'table') this.#hasHead = false;
    else if (name === 'tgroup') this.#tables.push(new ProseTable(!this.#hasHead));
    else this.#openInTable(name, attributes);
  }

  /** Within a reference to a claim, old formats have elements of a claim's text. */
  #refer({ idref, depends_on = idref, ID = depends_on }: XmlElement['attributes']): void {
    this.#isInReference = true;
    const element = this.#tree.current;
    element.references ??= [];
    if (ID) element.references.push(ID);
  }

  #openInTable(name: string, attributes: XmlElement['attributes']): void {
    const table = this.#tables.at(-1);
    if (!table) return;
    if (name === 'colspec') table.addColumn(attributes);
    else if (name === 'thead') table.isHead = true;
    else if (name === 'row') table.openRow();
    else if (name === 'entry' || name === 'entrytbl') {
      this.#count();
      this.#texts.push(table.openCell(attributes));
      if (name === 'entrytbl') this.#tables.push(new ProseTable(false));
    }
  }

  #openOutside(name: string, attributes: XmlElement['attributes']): void {
    this.#tree.open(name, attributes);
    if (name === 'description') this.#isInDescription = true;
    if (imageLists.has(name)) {
      const ids = (attributes.idrefs ?? '').split(/\s+/);
      this.#imageOf = ids.flatMap((id) => this.#bySourceId.get(id) ?? []);
    }
    if (name === 'img') for (const object of this.#imageOf) object.image ??= imageName(attributes);
    if (!prose.has(name) && !(this.#isInDescription && displays.includes(name))) return;
    const text = new Prose(oneLine.has(name));
    // The first level is that of the claim itself.
    if (name === 'claim') text.level = -1;
    this.#texts.push(text);
    this.#depth = 1;
    if (Object.hasOwn(objects, name)) this.#openObject(name, attributes);
  }

  close(name: string): void {
    const text = this.#texts.at(-1);
    if (this.#object) this.#closeInObject();
    else if (text) this.#closeInText(text, name);
    else {
      if (name === 'description') this.#isInDescription = false;
      if (imageLists.has(name)) this.#imageOf = [];
      this.#tree.close();
    }
  }

  #closeInText(text: Prose, name: string): void {
    if (name === 'claim-ref') this.#isInReference = false;
    if (this.#isInReference) {
      this.#leave();
      return;
    }
    if (lines.has(name)) text.breakLine();
    if (name === 'claim-text') text.level = this.#levels.pop() ?? 0;
    if (name === 'label') {
      this.#texts.pop();
      this.#tree.current.label ??= text.text;
    } else if (Object.hasOwn(scripts, name)) this.#closeScript(scripts[name]!);
    else if (name === 'tgroup') this.#closeTable();
    else if (name === 'entrytbl') {
      this.#closeTable();
      this.#texts.pop();
    } else this.#closeInTable(name);
    this.#leave();
  }

  #closeInTable(name: string): void {
    const table = this.#tables.at(-1);
    if (!table) return;
    if (name === 'entry') this.#texts.pop();
    else if (name === 'row') table.closeRow();
    else if (name === 'thead') table.isHead = false;
  }

  #closeScript(kind: 'sub' | 'sup'): void {
    const inner = this.#texts.pop()!;
    const text = this.#texts.at(-1)!;
    if (inner.spaceBefore) text.space();
    if (inner.text) {
      this.#count();
      text.place(script(kind, inner, text.gap ? '' : text.last));
    }
    if (inner.gap) text.space();
  }

  #closeTable(): void {
    const table = this.#tables.pop()!;
    if (table.writeTo(this.#texts.at(-1)!)) this.#hasHead = true;
  }

  /** Ends the element of prose if its own end was reached. */
  #leave(): void {
    if (--this.#depth > 0) return;
    const text = this.#texts.pop()!;
    const element = this.#tree.current;
    element.text = text.text;
    if (text.marks.length > 0) element.marks = text.marks;
    if (text.levels.some((level) => level > 0)) element.levels = text.levels;
    this.#tree.close();
  }

  text(text: string): void {
    if (this.#math) this.#math.text(text);
    else if (this.#object) this.#object.words += text;
    else {
      const open = this.#texts.at(-1);
      if (!open) this.#tree.current.text += text;
      else if (!open.isFull) open.add(text);
    }
  }

  #openObject(name: string, attributes: XmlElement['attributes']): void {
    const kind = objects[name]!;
    const object: PatentObject = { id: '', kind };
    this.#object = { object, depth: 0, sourceId: attributes.id, words: '' };
    this.#openInObject(name, attributes);
  }

  #openInObject(name: string, attributes: XmlElement['attributes']): void {
    const open = this.#object!;
    open.depth++;
    if (this.#math) this.#math.open(name, attributes);
    else if (/^(?:\w+:)?math$/.test(name) && open.object.mathml === undefined) {
      this.#math = new MathmlWriter();
      this.#math.open(name, attributes);
    } else if (name === 'img' || name === 'sequence-list') {
      open.object.image ??= imageName(attributes);
    }
  }

  #closeInObject(): void {
    const open = this.#object!;
    open.depth--;
    if (this.#math) {
      this.#math.close();
      if (this.#math.isWhole) {
        open.object.mathml = this.#math.mathml;
        this.#math = undefined;
      }
    }
    if (open.depth > 0) return;
    this.#object = undefined;
    this.#placeObject(open);
    this.#leave();
  }

  #placeObject({ object, sourceId, words }: OpenObject): void {
    const text = this.#texts.at(-1)!;
    if (!object.mathml && !object.image && words.trim()) {
      text.add(words);
      return;
    }
    this.#count();
    const count = (this.#counts.get(object.kind) ?? 0) + 1;
    this.#counts.set(object.kind, count);
    object.id = `${names[object.kind]} ${count}`;
    this.objects.push(object);
    if (sourceId) this.#bySourceId.set(sourceId, object);
    text.softSpace();
    text.place({ text: `[${object.id}]`, marks: [] }, { kind: object.kind, ref: object.id });
    text.softSpace();
  }

  #count(): void {
    if (++this.#pieces > MAX_PIECES) {
      throw new Error(`there are more than ${MAX_PIECES} cells, indices and objects`);
    }
  }
}

/** File of an image: `file` in most formats, `FILE` in the oldest. */
const imageName = ({ file, FILE }: XmlElement['attributes']): string | undefined =>
  (file ?? FILE)?.slice(0, 200);
