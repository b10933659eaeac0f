import {
  Document,
  HeadingLevel,
  Packer,
  Paragraph,
  Table,
  TableCell,
  TableRow,
  TextRun,
  WidthType,
} from 'docx';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import type { ChatMessage } from '#shared/contract/chat.ts';
import { formatDate } from '#web/lib/format.ts';
import { answerWithSources } from './answer-with-sources.ts';

const parser = unified().use(remarkParse).use(remarkGfm);

/** A block of Markdown, and words in it. */
type RootContent = ReturnType<typeof parser.parse>['children'][number];
type PhrasingContent = Extract<RootContent, { type: 'paragraph' }>['children'][number];

type Block = Paragraph | Table;
type Style = { bold?: boolean; italics?: boolean; strike?: boolean };

/** A conversation as a Word document: questions, answers with their tables, and below each the sources. */
export function toWord(title: string, messages: readonly ChatMessage[]): Promise<Blob> {
  const document = new Document({
    title,
    creator: 'Antecede',
    styles: {
      default: { document: { run: { font: 'Calibri', size: 21, language: { value: 'en-US' } } } },
    },
    sections: [
      {
        children: [heading(title, HeadingLevel.HEADING_1), ...messages.flatMap(messageBlocks)],
      },
    ],
  });
  return Packer.toBlob(document);
}

function messageBlocks(message: ChatMessage): Block[] {
  const said = `${message.isUser ? 'Question' : 'Dexi'}, ${formatDate(message.created_at)}`;
  const text = message.isUser
    ? message.text.split('\n').map((line) => paragraph([new TextRun(line)]))
    : markdownBlocks(answerWithSources(message));
  return [heading(said, HeadingLevel.HEADING_2), ...text];
}

const markdownBlocks = (markdown: string): Block[] =>
  parser.parse(markdown).children.flatMap((node) => blocksOf(node, 0));

/** Links, images and HTML are their words only, as on the page. */
function blocksOf(node: RootContent, depth: number): Block[] {
  switch (node.type) {
    case 'heading':
      return [heading(wordsOf(node), HeadingLevel.HEADING_3)];
    case 'paragraph':
      return [paragraph(runsOf(node.children))];
    case 'list':
      return node.children.flatMap(({ children }, position) =>
        children.flatMap((child, part) =>
          child.type === 'paragraph'
            ? [listItem(child.children, depth, part > 0 ? '' : markOf(node, position))]
            : blocksOf(child, depth + 1),
        ),
      );
    case 'blockquote':
      return node.children.flatMap((child) => blocksOf(child, depth + 1));
    case 'table':
      return [table(node.children.map((row) => row.children.map((cell) => cell.children)))];
    default:
      return [paragraph([new TextRun(wordsOf(node))])];
  }
}

const markOf = (
  { ordered, start }: { ordered?: boolean | null; start?: number | null },
  position: number,
) => (ordered ? `${(start ?? 1) + position}. ` : '• ');

/** Twentieths of a point. */
const indent = 360;

const listItem = (children: readonly PhrasingContent[], depth: number, mark: string) =>
  new Paragraph({
    children: [new TextRun(mark), ...runsOf(children)],
    indent: { left: indent * (depth + 1), hanging: mark ? indent / 2 : 0 },
    spacing: { after: 60 },
  });

const paragraph = (children: TextRun[]) => new Paragraph({ children, spacing: { after: 120 } });

const heading = (text: string, level: (typeof HeadingLevel)[keyof typeof HeadingLevel]) =>
  new Paragraph({ text, heading: level, spacing: { before: 240, after: 120 } });

const table = (rows: readonly (readonly PhrasingContent[])[][]) =>
  new Table({
    width: { size: 100, type: WidthType.PERCENTAGE },
    rows: rows.map(
      (cells, row) =>
        new TableRow({
          tableHeader: row === 0,
          children: cells.map(
            (cell) =>
              new TableCell({
                children: [paragraph(runsOf(cell, row === 0 ? { bold: true } : {}))],
              }),
          ),
        }),
    ),
  });

function runsOf(nodes: readonly PhrasingContent[], style: Style = {}): TextRun[] {
  return nodes.flatMap((node) => {
    switch (node.type) {
      case 'strong':
        return runsOf(node.children, { ...style, bold: true });
      case 'emphasis':
        return runsOf(node.children, { ...style, italics: true });
      case 'delete':
        return runsOf(node.children, { ...style, strike: true });
      case 'break':
        return [new TextRun({ break: 1 })];
      default:
        // A line break within a paragraph stays one: lists of sources have a line each.
        return wordsOf(node)
          .split('\n')
          .map((text, line) => new TextRun({ ...style, text, ...(line > 0 && { break: 1 }) }));
    }
  });
}

/** The text within a node. */
function wordsOf(node: object): string {
  if ('value' in node) return String(node.value);
  return 'children' in node && Array.isArray(node.children)
    ? node.children.map(wordsOf).join('')
    : '';
}
