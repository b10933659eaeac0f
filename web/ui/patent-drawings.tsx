import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { officeLinks } from '#shared/office-links.ts';
import type { PatentDocument } from '#shared/patent-document.ts';
import classes from './patent-drawings.module.css';
import { patentImagePath } from './patent-reading.ts';

type Drawing = NonNullable<PatentDocument['drawings']>[number];

const titleOf = ({ figures }: Drawing, place: number) =>
  figures.length > 0 ? figures.map((label) => `FIG. ${label}`).join(', ') : `Sheet ${place + 1}`;

/** The sheets of drawings. Where a delivery had none, links to the offices, which have them. */
export function PatentDrawings({ patent }: { patent: PatentDocument }) {
  const { ucid, drawings = [] } = patent;
  const links = officeLinks(patent);
  const isComplete = drawings.every(({ stored }) => stored);
  return (
    <>
      {!isComplete && (
        <p className={classes.note}>
          {drawings.some(({ stored }) => stored) ? 'Some of the' : 'The'} {drawings.length} sheets
          are not stored here.
          {links.length > 0 && ' They are at '}
          {links.map(({ name, href }, place) => (
            <span key={href}>
              {place > 0 && ' and '}
              <a href={href} target="_blank" rel="noreferrer">
                {name}
              </a>
            </span>
          ))}
          {links.length > 0 && '.'}
        </p>
      )}
      <ul className={classes.sheets}>
        {drawings.map((drawing, place) => {
          const title = titleOf(drawing, place);
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
    </>
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
  const place = drawings.findIndex(({ figures, stored }) => stored && figures.includes(label));
  const drawing = drawings[place];
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
        <a href={`#figure-${label}`}>{titleOf(drawing, place)}</a>
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
          alt={`Drawing: ${titleOf(drawing, place)}`}
        />
      </a>
    </section>
  );
}
