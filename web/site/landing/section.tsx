import type { ReactNode } from 'react';
import classes from './section.module.css';

interface SectionProps {
  id?: string;
  title: string;
  /** Under the title. */
  lead?: string;
  children: ReactNode;
}

/** A titled part of the landing page. */
export function Section({ id, title, lead, children }: SectionProps) {
  return (
    <section id={id} className={classes.section}>
      <h2 className={classes.title}>{title}</h2>
      {lead && <p className={classes.lead}>{lead}</p>}
      {children}
    </section>
  );
}
