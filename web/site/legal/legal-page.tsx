import { formatDay } from '#shared/format-day.ts';
import classes from './legal-page.module.css';
import { inForceSince } from './legal-text.ts';
import type { LegalText } from './legal-texts.ts';

interface LegalPageProps extends LegalText {
  /** Postal address. */
  postalAddress: string | undefined;
  email: string | undefined;
}

const idOf = (title: string) => title.toLowerCase().replaceAll(/\W+/g, '-');

/** A long text with a table of contents, and whom to write to. */
export function LegalPage({ title, sections, postalAddress, email }: LegalPageProps) {
  const titles = [...sections.map((section) => section.title), 'Contact'];
  return (
    <article className={classes.page}>
      <h1>{title}</h1>
      <p>In force since {formatDay(inForceSince)}</p>
      <nav aria-label="Contents">
        <ol className={classes.contents}>
          {titles.map((one) => (
            <li key={one}>
              <a href={`#${idOf(one)}`}>{one}</a>
            </li>
          ))}
        </ol>
      </nav>
      {sections.map((section) => (
        <section key={section.title} id={idOf(section.title)} className={classes.section}>
          <h2>{section.title}</h2>
          {section.paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          {section.points && (
            <ul>
              {section.points.map((point) => (
                <li key={point}>{point}</li>
              ))}
            </ul>
          )}
        </section>
      ))}
      <section id={idOf('Contact')} className={classes.section}>
        <h2>Contact</h2>
        {postalAddress && <p>{postalAddress}</p>}
        {email && (
          <p>
            <a href={`mailto:${email}`}>{email}</a>
          </p>
        )}
      </section>
    </article>
  );
}
