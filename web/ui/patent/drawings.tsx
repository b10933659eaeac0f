import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import type { PatentDocument } from '#shared/patent-document.ts';
import { formatCount } from '#web/lib/format.ts';
import classes from './drawings.module.css';
import { OfficeLinks } from './office-links.tsx';
import { patentImagePath } from './reading.ts';

type Drawing = NonNullable<PatentDocument['drawings']>[number];

const titleOf = ({ figures }: Drawing, position: number) =>
  figures.length > 0 ? figures.map((label) => `FIG. ${label}`).join(', ') : `Sheet ${position + 1}`;

/** The sheets of drawings. Where a delivery had none, links to the offices, which have them. */
export function PatentDrawings({ patent }: { patent: PatentDocument }) {
  const { ucid, drawings = [] } = patent;
  const stored = drawings.filter((one) => one.stored).length;
  return (
    <>
      {stored < drawings.length && (
        <p className={classes.note}>
          {stored > 0 ? `${drawings.length - stored} of the ` : ''}
          {formatCount(drawings.length, 'sheet')} {drawings.length - stored > 1 ? 'are' : 'is'} not
          stored here. <OfficeLinks patent={patent} before="They are at" />
        </p>
      )}
      {stored > 0 && <Sheets ucid={ucid} drawings={drawings} />}
    </>
  );
}

function Sheets({ ucid, drawings }: { ucid: string; drawings: readonly Drawing[] }) {
  return (
    <ul className={classes.sheets}>
      {drawings.map((drawing, position) => {
        const title = titleOf(drawing, position);
        return (
          <li key={drawing.image}>
            {drawing.figures.map((label) => (
              <span key={label} id={`figure-${label}`} className={classes.anchor} />
            ))}
            <figure className={classes.sheet}>
              {drawing.stored && (
                <a href={patentImagePath(ucid, drawing.stored)} target="_blank" rel="noreferrer">
                  <img
                    src={patentImagePath(ucid, drawing.stored)}
                    alt={`Drawing: ${title}`}
                    loading="lazy"
                  />
                </a>
              )}
              <figcaption>{title}</figcaption>
            </figure>
          </li>
        );
      })}
    </ul>
  );
}

interface FigurePaneProps {
  patent: PatentDocument;
  label: string;
  onClose: () => void;
}

/** One drawing beside the text that mentions it. Escape closes it. */
export function FigurePane({ patent, label, onClose }: FigurePaneProps) {
  const close = useRef<HTMLButtonElement>(null);
  const opener = useRef<Element>(null);
  const { ucid, drawings = [] } = patent;
  const position = drawings.findIndex(({ figures, stored }) => stored && figures.includes(label));
  const drawing = drawings[position];
  useEffect(() => {
    if (document.activeElement !== close.current) opener.current = document.activeElement;
    close.current?.focus({ preventScroll: true });
  }, []);
  if (!drawing?.stored) return null;
  const leave = () => {
    onClose();
    if (opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true });
  };
  return (
    <section
      className={classes.pane}
      aria-label={`Drawing with FIG. ${label}`}
      onKeyDown={({ key }) => key === 'Escape' && leave()}
    >
      <header className={classes.paneHead}>
        <a href={`#figure-${label}`}>{titleOf(drawing, position)}</a>
        <ActionIcon
          ref={close}
          variant="subtle"
          color="gray"
          aria-label="Close the drawing"
          onClick={leave}
        >
          <IconX size={16} stroke={1.6} />
        </ActionIcon>
      </header>
      <a href={patentImagePath(ucid, drawing.stored)} target="_blank" rel="noreferrer">
        <img
          src={patentImagePath(ucid, drawing.stored)}
          alt={`Drawing: ${titleOf(drawing, position)}`}
        />
      </a>
    </section>
  );
}
