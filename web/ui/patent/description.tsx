import { memo } from 'react';
import type { PatentDocument, PatentPlace } from '#shared/patent-document.ts';
import { placeName } from '#shared/place-name.ts';
import { PatentPassage } from './passage.tsx';
import classes from './patent-document.module.css';

type Paragraph = PatentDocument['paragraphs'][number];

/** The paragraphs of the description with the numbers that are printed: of paragraphs, or of column and line. */
export function PatentDescription({
  patent,
  place,
}: {
  patent: PatentDocument;
  place: PatentPlace | undefined;
}) {
  const lines = new Map<number, string>();
  for (const { part, number, column, line } of patent.printed_lines ?? []) {
    if (part === 'paragraph' && number !== null && !lines.has(number)) {
      lines.set(number, `${column}:${line}`);
    }
  }
  const labelOf = ({ number, printed }: Paragraph) =>
    printed === undefined ? lines.get(number) : `[${String(printed).padStart(4, '0')}]`;
  const hasLabels = patent.paragraphs.some((paragraph) => labelOf(paragraph) !== undefined);
  return patent.paragraphs.map((paragraph) => {
    const { number } = paragraph;
    const label = labelOf(paragraph);
    return (
      <DescriptionParagraph
        key={number}
        paragraph={paragraph}
        label={hasLabels ? (label ?? '') : undefined}
        name={label ? placeName(patent, { part: 'paragraph', number, start: 0 }) : ''}
        place={place?.part === 'paragraph' && place.number === number ? place : undefined}
      />
    );
  });
}

interface ParagraphProps {
  paragraph: Paragraph;
  /** Its printed number. Of texts without any there is no column of them. */
  label: string | undefined;
  /** What the label means. */
  name: string;
  place: PatentPlace | undefined;
}

const DescriptionParagraph = memo(({ paragraph, label, name, place }: ParagraphProps) => {
  const { number, heading, text, marks } = paragraph;
  return (
    <div id={`paragraph-${number}`} className={classes.block}>
      {heading && <h3 className={classes.heading}>{heading}</h3>}
      <div className={classes.paragraph}>
        {label !== undefined && (
          <span className={classes.number} title={name === label ? undefined : name}>
            {label}
          </span>
        )}
        <div className={classes.text}>
          <PatentPassage text={text} marks={marks} part="paragraph" number={number} place={place} />
        </div>
      </div>
    </div>
  );
});
