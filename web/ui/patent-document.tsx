import type { PatentDocument as Patent, PatentPlace } from '#shared/patent-document.ts';
import { Notice } from './notice.tsx';
import classes from './patent-document.module.css';
import { PatentFacts } from './patent-facts.tsx';
import { PatentPassage } from './patent-passage.tsx';

interface PatentDocumentProps {
  patent: Patent;
  /** A passage to highlight and to scroll to. */
  place?: PatentPlace;
}

/** A patent in full: its data, abstract, claims, and the numbered paragraphs of the description. */
export function PatentDocument({ patent, place }: PatentDocumentProps) {
  const { abstract, claims, paragraphs, truncated } = patent;
  return (
    <article className={classes.document}>
      <PatentFacts patent={patent} />
      <nav aria-label="Parts of the patent" className={classes.contents}>
        {abstract && <a href="#abstract">Abstract</a>}
        <a href="#claims">{claims.length} claims</a>
        <a href="#description">{paragraphs.length} paragraphs</a>
      </nav>
      {abstract && (
        <section id="abstract" className={classes.part} aria-labelledby="abstract-title">
          <h2 id="abstract-title">Abstract</h2>
          <p>
            <PatentPassage text={abstract} part="abstract" number={null} place={place} />
          </p>
        </section>
      )}
      <section id="claims" className={classes.part} aria-labelledby="claims-title">
        <h2 id="claims-title">Claims</h2>
        <ol className={classes.claims}>
          {claims.map(({ number, text, dependsOn }) => (
            <li key={number} id={`claim-${number}`} data-dependent={dependsOn.length > 0}>
              <span className={classes.number} aria-hidden="true">
                {number}
              </span>
              <div>
                <p>
                  <PatentPassage text={text} part="claim" number={number} place={place} />
                </p>
                <Dependency numbers={dependsOn} />
              </div>
            </li>
          ))}
        </ol>
      </section>
      <section id="description" className={classes.part} aria-labelledby="description-title">
        <h2 id="description-title">Description</h2>
        {paragraphs.map(({ number, printed, heading, text }) => (
          <div key={number} id={`paragraph-${number}`}>
            {heading && <h3 className={classes.heading}>{heading}</h3>}
            <div className={classes.paragraph}>
              <span className={classes.number}>
                {printed === undefined ? '' : `[${String(printed).padStart(4, '0')}]`}
              </span>
              <p>
                <PatentPassage text={text} part="paragraph" number={number} place={place} />
              </p>
            </div>
          </div>
        ))}
        {truncated && <Notice>The end of this document is left out because of its length.</Notice>}
      </section>
    </article>
  );
}

function Dependency({ numbers }: { numbers: readonly number[] }) {
  if (numbers.length === 0) return <p className={classes.dependency}>Independent claim</p>;
  return (
    <p className={classes.dependency}>
      Depends on claim{' '}
      {numbers.map((number, place) => (
        <span key={number}>
          {place > 0 && ', '}
          <a href={`#claim-${number}`}>{number}</a>
        </span>
      ))}
    </p>
  );
}
