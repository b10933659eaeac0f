import { Fragment, type ReactNode, useEffect, useMemo } from 'react';
import type { PatentMark, PatentPlace } from '#shared/patent-document.ts';
import { type TextPiece, type TextRange, textPieces } from '#web/lib/text-pieces.ts';
import { bringIntoView, reveal } from '#web/ui/text/reveal.ts';
import { PatentObjectView } from './object.tsx';
import { usePatentReading } from './reading.ts';
import { PatentTable } from './table-in-text.tsx';
import classes from './text.module.css';

interface PatentPassageProps {
  text: string;
  marks?: readonly PatentMark[] | undefined;
  part: PatentPlace['part'];
  number: number | null;
  place: PatentPlace | undefined;
  /** The lines to show, each with its depth; by default the text as it is. */
  lines?: readonly (TextRange & { level: number })[] | undefined;
}

/**
 * Text of one part, with its indices, tables, formulas and links, and the words of the search. If the place is in it,
 * its passage is marked, scrolled to and focused.
 */
export function PatentPassage({ text, marks, part, number, place, lines }: PatentPassageProps) {
  const { findWords } = usePatentReading();
  const isHere = place?.part === part && place.number === number && place.end <= text.length;
  const { start, end } = isHere ? place : { start: 0, end: 0 };
  useEffect(() => {
    if (start === end) return undefined;
    // A passage across cells or indices has several pieces. There is one passage on a page.
    const first = document.querySelector<HTMLElement>('[data-passage]');
    if (!first) return undefined;
    reveal(first);
    first.focus({ preventScroll: true });
    return bringIntoView(first);
  }, [start, end]);
  const shown = useMemo(() => {
    const passage = start === end ? undefined : { start, end };
    const layers = { marks, passage, words: findWords?.(text) };
    return lines
      ? lines.map((line) => ({ ...line, pieces: textPieces(text, layers, line) }))
      : [{ start: 0, level: 0, pieces: textPieces(text, layers) }];
  }, [text, marks, findWords, start, end, lines]);
  return shown.map(({ pieces, level, start: lineStart }) => {
    const content = <Pieces text={text} pieces={pieces} />;
    if (!lines) return <Fragment key={lineStart}>{content}</Fragment>;
    return (
      <span key={lineStart} className={classes.line} style={{ '--level': level } as object}>
        {content}
      </span>
    );
  });
}

interface PiecesProps {
  text: string;
  pieces: readonly TextPiece[];
}

function Pieces({ text, pieces }: PiecesProps): ReactNode {
  return pieces.map((piece, position) => {
    const { start, end, kind } = piece;
    if (kind === 'text') {
      // A display ends its line by itself.
      const skips = text[start] === '\n' && isDisplay(text, pieces[position - 1]) ? 1 : 0;
      return <Fragment key={start}>{text.slice(start + skips, end)}</Fragment>;
    }
    if (kind === 'word') {
      return (
        <mark key={start} className={classes.word}>
          {text.slice(start, end)}
        </mark>
      );
    }
    if (kind === 'passage') {
      return (
        <mark key={start} data-passage tabIndex={-1} className={classes.passage}>
          <Pieces text={text} pieces={piece.pieces} />
        </mark>
      );
    }
    if (kind === 'table') {
      return (
        <PatentTable
          key={start}
          rows={piece.rows.map((row) =>
            row.map((cell) => ({
              key: `${start} ${cell[0]?.start ?? ''}`,
              text: cell.map((one) => text.slice(one.start, one.end)).join(''),
              content: <Pieces text={text} pieces={cell} />,
            })),
          )}
          headRows={piece.mark.head_rows ?? 0}
        />
      );
    }
    return (
      <MarkView key={start} text={text} piece={piece}>
        <Pieces text={text} pieces={piece.pieces} />
      </MarkView>
    );
  });
}

function MarkView({
  text,
  piece,
  children,
}: {
  text: string;
  piece: Extract<TextPiece, { kind: 'mark' }>;
  children: ReactNode;
}) {
  const { figures, hasDrawings, claims, openFigure } = usePatentReading();
  const { mark, start, end } = piece;
  const { kind, ref = '' } = mark;
  if (kind === 'sub') return <sub>{children}</sub>;
  if (kind === 'sup') return <sup>{children}</sup>;
  if (kind === 'claim')
    return claims.has(ref) ? <a href={`#claim-${ref}`}>{children}</a> : children;
  if (kind === 'figure') {
    // Files seldom say which figure is on which sheet.
    if (!figures.has(ref)) return hasDrawings ? <a href="#drawings">{children}</a> : children;
    return (
      <a
        href={`#figure-${ref}`}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          openFigure(ref);
        }}
      >
        {children}
      </a>
    );
  }
  return (
    <PatentObjectView
      id={ref}
      kind={kind}
      marker={text.slice(start, end)}
      isDisplay={isAlone(text, piece)}
    />
  );
}

/** Whether a piece stands on lines of its own. */
function isDisplay(text: string, piece: TextPiece | undefined): boolean {
  if (!piece) return false;
  if (piece.kind === 'table') return true;
  if (piece.kind === 'passage') return isDisplay(text, piece.pieces.at(-1));
  if (piece.kind !== 'mark') return false;
  return ['formula', 'chemistry', 'image'].includes(piece.mark.kind) && isAlone(text, piece);
}

const isAlone = (text: string, { start, end }: TextRange) =>
  (text[start - 1] ?? '\n') === '\n' && (text[end] ?? '\n') === '\n';
