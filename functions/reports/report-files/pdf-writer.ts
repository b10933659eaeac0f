import PDFDocument from 'pdfkit';
import { fontNamed } from './fonts.ts';
import { type Line, layOut, leading, type Paragraph, type TextStyle } from './pdf-text.ts';

export const colors = {
  ink: '#1c2126',
  muted: '#59636d',
  rule: '#b9c0c7',
  shade: '#eef1f4',
  accent: '#1f3a5f',
} as const;

const style = (face: TextStyle['face'], size: number, color: string = colors.ink): TextStyle => ({
  face,
  size,
  color,
});

export const styles = {
  title: style('serif', 20),
  1: style('serif', 18),
  2: style('bold', 12),
  text: style('regular', 9.5),
  strong: style('bold', 9.5),
  small: style('regular', 8),
  smallStrong: style('bold', 8),
  tiny: style('regular', 7),
  tinyStrong: style('bold', 7),
  note: style('regular', 8, colors.muted),
  label: style('bold', 9.5, colors.accent),
} as const;

/** US Letter, in points. */
export const page = { width: 612, height: 792, margin: 54, footer: 36 } as const;
export const contentWidth = page.width - 2 * page.margin;
const bottom = page.height - page.margin - page.footer / 2;

export interface Column {
  title: string;
  /** Share of the width; those of all columns add up to 1. */
  width: number;
}

/** Space above a section that begins on a page of another one. */
const sectionGap = 18;

/** Space around the text of a cell. */
interface Padding {
  x: number;
  y: number;
}

export interface Row {
  cells: Paragraph[][];
  /** Leads to the row. */
  bookmark?: string;
  /** Stands in the first cell where the row goes on on a new page. */
  continued?: string;
  /** Colours behind the cells; undefined leaves one white. */
  shades?: readonly (string | undefined)[];
}

const roomy: Padding = { x: 5, y: 4 };
/** For tables of one line in a row. */
export const close: Padding = { x: 5, y: 2 };
/** For tables of signs, whose columns are narrow. */
export const tight: Padding = { x: 1, y: 1.5 };
/** Height of a row of one line of the smallest text in such a table. */
export const tightRow = styles.tiny.size * leading + 2 * tight.y;
/** Chart rows are split across pages; one that would leave less than this at the foot of a page starts on the next. */
const minimumHeight = 60;
/** Of a tight table: its header and a row or two. */
const minimumTight = 40;

type Element = PDFKit.PDFStructureElement;

export interface PdfInfo {
  title: string;
  /** ISO time: the clock is not asked, so that the same report gives the same bytes. */
  createdAt: string;
  footer: string;
}

/**
 * Writes a tagged PDF from top to bottom. Everything on a page is either an element of the structure tree, which
 * screen readers follow, or marked as decoration.
 */
export class PdfWriter {
  readonly doc: PDFKit.PDFDocument;
  y = page.margin;
  readonly #info: PdfInfo;
  readonly #root: Element;
  #parent: Element;
  #bookmark: PDFKit.PDFOutline | undefined;
  readonly #bytes: Promise<Uint8Array>;

  constructor(info: PdfInfo) {
    this.#info = info;
    this.doc = new PDFDocument({
      size: [page.width, page.height],
      margin: 0,
      bufferPages: true,
      tagged: true,
      // The types do not know it yet.
      subset: 'PDF/UA' as unknown as PDFKit.PDFDocumentOptions['subset'],
      pdfVersion: '1.7',
      lang: 'en-US',
      displayTitle: true,
      // Otherwise it would load a font that is not embedded.
      font: null as unknown as string,
      info: {
        Title: info.title,
        Author: 'Antecede',
        Creator: 'Antecede',
        CreationDate: new Date(info.createdAt),
        ModDate: new Date(info.createdAt),
      },
    });
    const chunks: Buffer[] = [];
    this.doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    this.#bytes = new Promise((resolve) => {
      this.doc.on('end', () => resolve(new Uint8Array(Buffer.concat(chunks))));
    });
    this.#root = this.doc.struct('Document');
    this.doc.addStructure(this.#root);
    this.#parent = this.#root;
  }

  /** Begins a section with its heading and bookmark, on a new page unless so much of this one is left. */
  section(title: string, space: number = Number.POSITIVE_INFINITY): void {
    if (this.y > page.margin) {
      this.space(sectionGap);
      this.ensure(space);
    }
    this.#parent = this.#root;
    this.#bookmark = this.#addBookmark(this.doc.outline, title);
    this.#parent = this.#child('Sect');
    this.heading(1, title);
  }

  /** A heading of the second level, with a bookmark below that of its section. */
  subsection(title: string): void {
    this.space(10);
    this.ensure(90);
    this.#addBookmark(this.#bookmark ?? this.doc.outline, title);
    this.heading(2, title);
  }

  /** The title of the document, at the head of its first page. */
  title(text: string): void {
    this.#addBookmark(this.doc.outline, 'First page');
    this.#flow([{ spans: [{ text, style: styles.title }] }], 'H1');
  }

  heading(level: 1 | 2, title: string): void {
    this.#flow([{ spans: [{ text: title, style: styles[level] }] }], `H${level}`);
    this.space(6);
  }

  paragraphs(...paragraphs: Paragraph[]): void {
    for (const paragraph of paragraphs) {
      if (this.y > page.margin) this.space(paragraph.before ?? 0);
      this.#flow([{ ...paragraph, before: 0 }], 'P');
    }
  }

  space(height: number): void {
    this.y += height;
  }

  /** Goes to a new page unless so much fits on this one. */
  ensure(height: number): void {
    if (this.y + height > bottom) this.newPage();
  }

  newPage(): void {
    this.doc.addPage();
    this.y = page.margin;
  }

  /** Pages that are begun. */
  get pages(): number {
    return this.doc.bufferedPageRange().count;
  }

  get left(): number {
    return bottom - this.y;
  }

  /** Draws decoration: lines, backgrounds. */
  decorate(draw: () => void): void {
    this.doc.markContent('Artifact', { type: 'Layout' });
    draw();
    this.doc.endMarkedContent();
  }

  /** A picture, drawn from `y` down, with its description for those who do not see it. */
  figure(alt: string, height: number, draw: (top: number) => void): void {
    this.ensure(height);
    const top = this.y;
    const bbox = [page.margin, top, page.margin + contentWidth, top + height];
    const element = this.doc.struct('Figure', { alt, bbox } as { alt: string });
    this.#parent.add(element);
    this.#mark(element, 'Figure', () => draw(top));
    this.y += height;
  }

  /** One line of text in a figure. */
  label(
    text: string,
    x: number,
    top: number,
    labelStyle: TextStyle,
    align: 'left' | 'middle' = 'left',
  ) {
    const [line] = layOut([{ spans: [{ text, style: labelStyle }] }], contentWidth);
    const last = line?.pieces.at(-1);
    const width = last ? last.x + this.#widthOf(last.font, last.text, labelStyle.size) : 0;
    if (line) this.#drawLine(line, align === 'middle' ? x - width / 2 : x, top);
  }

  /** A table whose header is repeated on every page and whose rows may be split across pages. */
  table(columns: readonly Column[], rows: Iterable<Row>, padding = roomy): void {
    const element = this.#child('Table');
    this.ensure(padding === tight ? minimumTight : minimumHeight);
    const table: OpenTable = { columns, padding, element, header: headerRow(columns, padding) };
    this.#header(table, this.#rowElements(table, 'TH'));
    for (const row of rows) this.#row(table, row);
    this.space(8);
  }

  async finish(): Promise<Uint8Array> {
    const { count } = this.doc.bufferedPageRange();
    for (let index = 1; index < count; index++) {
      this.doc.switchToPage(index);
      this.doc.markContent('Artifact', { type: 'Pagination' });
      const top = page.height - page.footer - 10;
      const spans = [{ text: this.#info.footer, style: styles.note }];
      const right = { text: `Page ${index + 1} of ${count}`, style: styles.note };
      for (const line of layOut([{ spans, right }], contentWidth)) {
        this.#drawLine(line, page.margin, top);
      }
      this.doc.endMarkedContent();
    }
    this.#root.end();
    this.doc.end();
    return await this.#bytes;
  }

  #addBookmark(parent: PDFKit.PDFOutline, title: string): PDFKit.PDFOutline {
    return parent.addItem(title, {
      expanded: false,
      left: page.width,
      top: Math.max(0, this.y - 10),
    } as Parameters<PDFKit.PDFOutline['addItem']>[1]);
  }

  #child(type: string, options: object = {}): Element {
    const element = this.doc.struct(type, options);
    this.#parent.add(element);
    return element;
  }

  #flow(paragraphs: readonly Paragraph[], tag: string): void {
    const element = this.#child(tag);
    let lines = layOut(paragraphs, contentWidth);
    while (lines.length > 0) {
      const fitting = linesThatFit(lines, this.left);
      if (fitting.length === 0 && this.y > page.margin) {
        this.newPage();
        continue;
      }
      const taken = fitting.length === 0 ? lines.slice(0, 1) : fitting;
      this.#mark(element, tag, () => this.#drawLines(taken, page.margin, this.y, contentWidth));
      this.y += heightOf(taken);
      lines = lines.slice(taken.length);
      if (lines.length > 0) this.newPage();
    }
  }

  #row(table: OpenTable, { cells, bookmark, continued, shades }: Row): void {
    const elements = this.#rowElements(table, 'TD');
    const { padding } = table;
    let rest = layOutCells(table, cells);
    const whole = Math.max(...rest.map(heightOf)) + 2 * padding.y;
    const pageful = bottom - page.margin - minimumHeight;
    if (whole > this.left && (this.left < minimumHeight || whole < pageful / 3)) {
      this.#continueTable(table);
    }
    if (bookmark) this.#addBookmark(this.#bookmark ?? this.doc.outline, bookmark);
    while (rest.some((lines) => lines.length > 0)) {
      const space = this.left - 2 * padding.y;
      const taken = rest.map((lines) => linesThatFit(lines, space));
      if (taken.every((lines) => lines.length === 0)) {
        this.#continueTable(table);
        continue;
      }
      this.#drawRow(table, taken, elements, shades);
      rest = rest.map((lines, index) => lines.slice(taken[index]!.length));
      if (rest.every((lines) => lines.length === 0)) return;
      this.#continueTable(table);
      if (continued && rest[0]!.length === 0) this.#drawContinued(table, continued);
    }
  }

  #drawContinued({ padding }: OpenTable, text: string): void {
    this.decorate(() => {
      this.label(text, page.margin + padding.x, this.y + padding.y, styles.note);
    });
  }

  /** The header again, as decoration: the structure has it once. */
  #continueTable(table: OpenTable): void {
    this.newPage();
    this.doc.markContent('Artifact', { type: 'Pagination' });
    this.#header(table);
    this.doc.endMarkedContent();
  }

  #header(table: OpenTable, elements?: Element[]): void {
    const shades = table.columns.map(() => colors.shade);
    this.#drawRow(table, layOutCells(table, table.header.cells), elements, shades);
  }

  #rowElements({ element, columns }: OpenTable, type: 'TH' | 'TD'): Element[] {
    const row = this.doc.struct('TR');
    element.add(row);
    return columns.map((_, index) => {
      const isHeader = type === 'TH' || index === 0;
      const options = isHeader ? { scope: type === 'TH' ? 'Column' : 'Row' } : {};
      const cell = this.doc.struct(isHeader ? 'TH' : 'TD', options as object);
      row.add(cell);
      return cell;
    });
  }

  #drawRow(
    { columns, padding }: OpenTable,
    lines: readonly Line[][],
    elements: Element[] | undefined,
    shades: readonly (string | undefined)[] = [],
  ): void {
    const height = Math.max(...lines.map(heightOf)) + 2 * padding.y;
    const top = this.y;
    const draw = () => {
      let left = page.margin;
      for (const [index, column] of columns.entries()) {
        const width = column.width * contentWidth;
        if (shades[index]) this.doc.rect(left, top, width, height).fill(shades[index]);
        left += width;
      }
      this.doc
        .moveTo(page.margin, top + height)
        .lineTo(page.margin + contentWidth, top + height)
        .lineWidth(0.5)
        .stroke(colors.rule);
    };
    if (elements) this.decorate(draw);
    else draw();
    let x = page.margin;
    for (const [index, column] of columns.entries()) {
      const width = column.width * contentWidth;
      const inside = { x: x + padding.x, top: top + padding.y, width: width - 2 * padding.x };
      this.#drawCell(lines[index]!, inside, elements?.[index]);
      x += width;
    }
    this.y += height;
  }

  /** Each paragraph is an element of its own, unless the text is decoration. */
  #drawCell(
    lines: readonly Line[],
    { x, top, width }: { x: number; top: number; width: number },
    cell: Element | undefined,
  ): void {
    let y = top;
    for (const [index, paragraph] of groupsOf(lines).entries()) {
      const before = index === 0 ? 0 : paragraph[0]!.before;
      const draw = () => this.#drawLines(paragraph, x, y + before, width);
      if (cell) {
        const element = this.doc.struct('P');
        cell.add(element);
        this.#mark(element, 'P', draw);
      } else draw();
      y += heightOf(paragraph) + before;
    }
  }

  #mark(element: Element, tag: string, draw: () => void): void {
    const content = this.doc.markStructureContent(tag);
    draw();
    this.doc.endMarkedContent();
    element.add(content);
  }

  #drawLines(lines: readonly Line[], x: number, top: number, width: number): void {
    let y = top;
    for (const [index, line] of lines.entries()) {
      if (index > 0) y += line.before;
      this.#drawLine(line, x, y);
      y += line.height;
      if (line.bar !== undefined) this.#drawBar(line.bar, x, y - 5, width);
    }
  }

  #drawBar(share: number, x: number, y: number, width: number): void {
    const { doc } = this;
    doc.rect(x, y, width, 4).lineWidth(0.5).stroke(colors.rule);
    doc.rect(x, y, width * share, 4).fill(colors.accent);
  }

  #drawLine({ pieces, ascent }: Line, x: number, y: number): void {
    for (const { font, style: pieceStyle, text, x: offset } of pieces) {
      this.#setFont(font, pieceStyle.size);
      this.doc
        .fillColor(pieceStyle.color)
        .text(text, x + offset, y + ascent, { lineBreak: false, baseline: 'alphabetic' });
    }
  }

  #widthOf(font: string, text: string, size: number): number {
    this.#setFont(font, size);
    return this.doc.widthOfString(text);
  }

  #setFont(name: string, size: number): void {
    // pdfkit takes opened fonts, too; its types do not say so.
    this.doc.font(fontNamed(name) as unknown as Buffer, name, size);
  }
}

/** A table that is being written. */
interface OpenTable {
  columns: readonly Column[];
  padding: Padding;
  header: Row;
  element: Element;
}

const layOutCells = ({ columns, padding }: OpenTable, cells: readonly Paragraph[][]) =>
  cells.map((cell, index) => layOut(cell, columns[index]!.width * contentWidth - 2 * padding.x));

const headerRow = (columns: readonly Column[], padding: Padding): Row => ({
  cells: columns.map(({ title }) => [
    { spans: [{ text: title, style: padding === tight ? styles.tinyStrong : styles.smallStrong }] },
  ]),
});

/** The space above the first line does not count: it begins a page or a cell. */
function heightOf(lines: readonly Line[]): number {
  return lines.reduce(
    (sum, { height, before }, index) => sum + height + (index > 0 ? before : 0),
    0,
  );
}

function linesThatFit(lines: readonly Line[], space: number): Line[] {
  let height = 0;
  let count = 0;
  for (const line of lines) {
    height += line.height + (count > 0 ? line.before : 0);
    if (height > space) break;
    count++;
  }
  if (count < lines.length) while (count > 1 && lines[count - 1]!.keepWithNext) count--;
  return lines.slice(0, count);
}

/** Consecutive lines of the same paragraph. */
function groupsOf(lines: readonly Line[]): Line[][] {
  const groups: Line[][] = [];
  for (const line of lines) {
    const last = groups.at(-1);
    if (last?.[0]?.paragraph === line.paragraph) last.push(line);
    else groups.push([line]);
  }
  return groups;
}
