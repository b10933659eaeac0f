import { memo, type ReactNode, useEffect, useMemo, useState } from 'react';
import type { PatentDocument as Patent, PatentPlace } from '#shared/patent-document.ts';
import { languageName } from '#web/lib/language-name.ts';
import { queryWords } from '#web/lib/query-words.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { reveal } from '#web/ui/text/reveal.ts';
import { PatentCitations, PatentLiterature } from './citations.tsx';
import { PatentClaims, TranslatedClaims } from './claims.tsx';
import { type ContentsItem, PatentContents } from './contents.tsx';
import { PatentDescription } from './description.tsx';
import { FigurePane, PatentDrawings } from './drawings.tsx';
import { PatentEvents } from './events.tsx';
import { PatentFamily } from './family.tsx';
import { PatentPassage } from './passage.tsx';
import classes from './patent-document.module.css';
import { PatentFacts } from './patent-facts.tsx';
import { PatentReadingProvider, patentReading } from './reading.ts';

interface PatentDocumentProps {
  patent: Patent;
  /** A passage to highlight and to scroll to. */
  place?: PatentPlace | undefined;
  /** The search that led here: its words are marked. */
  query?: string;
  /** Parts that follow those of the document. */
  more?: readonly PatentPart[];
}

/** A part of the page. */
export interface PatentPart {
  id: string;
  title: string;
  content: ReactNode;
}

/** A patent in full: its data, abstract, claims, drawings, description, citations and family. */
export function PatentDocument({ query = '', ...props }: PatentDocumentProps) {
  const { patent, place } = props;
  const [figure, setFigure] = useState<string>();
  const reading = useMemo(
    () => patentReading(patent, { findWords: queryWords(query), openFigure: setFigure }),
    [patent, query],
  );
  useEffect(() => {
    // The browser looked for the address's fragment before the patent was there.
    const target = document.getElementById(decodeURIComponent(window.location.hash.slice(1)));
    if (!target || place) return;
    reveal(target);
    target.scrollIntoView();
  }, [place]);
  return (
    <PatentReadingProvider value={reading}>
      <article className={classes.document}>
        <Parts {...props} />
        {figure && (
          <FigurePane
            key={figure}
            patent={patent}
            label={figure}
            onClose={() => setFigure(undefined)}
          />
        )}
      </article>
    </PatentReadingProvider>
  );
}

/** Not rendered again when a drawing opens or closes: some have thousands of paragraphs. */
const Parts = memo(({ patent, place, more = none }: Omit<PatentDocumentProps, 'query'>) => {
  const parts = [...partsOf(patent, place), ...more];
  return (
    <div className={classes.layout}>
      <PatentContents items={contentsOf(patent, parts)} />
      <div className={classes.parts}>
        {parts.map(({ id, title, content }) => (
          <section key={id} id={id} className={classes.part} aria-labelledby={`${id}-title`}>
            <h2 id={`${id}-title`}>{title}</h2>
            {content}
          </section>
        ))}
      </div>
    </div>
  );
});

const none: readonly PatentPart[] = [];

function partsOf(patent: Patent, place: PatentPlace | undefined): PatentPart[] {
  const { abstract, abstracts = {}, claims, drawings = [], citations, family } = patent;
  const { literature = [], events = [], truncated, language, paragraphs } = patent;
  const { translated_claims = {} } = patent;
  const part = (id: string, title: string, content: ReactNode, isThere = true): PatentPart[] =>
    isThere ? [{ id, title, content }] : [];
  return [
    ...part('overview', 'Overview', <PatentFacts patent={patent} />),
    ...part(
      'abstract',
      'Abstract',
      <>
        <div className={classes.text} lang={language}>
          <PatentPassage
            text={abstract}
            marks={patent.abstract_marks}
            part="abstract"
            number={null}
            place={place}
          />
        </div>
        {Object.entries(abstracts).map(([language, text]) => (
          <details key={language} className={classes.further}>
            <summary>In {languageName(language)}</summary>
            <p lang={language} className={classes.text}>
              {text}
            </p>
          </details>
        ))}
      </>,
      abstract !== '' || Object.keys(abstracts).length > 0,
    ),
    ...part(
      'claims',
      'Claims',
      <>
        <div lang={language}>
          <PatentClaims claims={claims} place={place} />
        </div>
        {Object.entries(translated_claims).map(([code, translated]) => (
          <TranslatedClaims key={code} language={code} claims={translated} />
        ))}
      </>,
      claims.length > 0,
    ),
    ...part('drawings', 'Drawings', <PatentDrawings patent={patent} />, drawings.length > 0),
    ...part(
      'description',
      'Description',
      <>
        <div lang={language}>
          <PatentDescription patent={patent} place={place} />
        </div>
        {truncated && <Notice>The end of this document is left out because of its length.</Notice>}
      </>,
      paragraphs.length > 0,
    ),
    ...part('citations', 'Citations', <PatentCitations patent={patent} />, citations.length > 0),
    ...part(
      'literature',
      'Cited literature',
      <PatentLiterature literature={literature} />,
      literature.length > 0,
    ),
    ...part('family', 'Family', <PatentFamily patent={patent} />, (family?.length ?? 0) > 0),
    ...part('events', 'Legal events', <PatentEvents events={events} />, events.length > 0),
  ];
}

/** Headings of a description that the table of contents lists at most: some have one for each example. */
const mostHeadings = 60;

function contentsOf(patent: Patent, parts: readonly PatentPart[]): ContentsItem[] {
  const headings = patent.paragraphs
    .filter(({ heading }) => heading)
    .slice(0, mostHeadings)
    .map(
      ({ number, heading }): ContentsItem => ({
        id: `paragraph-${number}`,
        title: heading!.split('\n').at(-1)!,
        level: 1,
      }),
    );
  const counts: Record<string, number> = {
    claims: patent.claims.length,
    citations: patent.citations.length,
  };
  return parts.flatMap(({ id, title }) => [
    { id, title: counts[id] ? `${title} (${counts[id]})` : title, level: 0 as const },
    ...(id === 'description' ? headings : []),
  ]);
}
