import { type ReactNode, useId } from 'react';
import classes from './landing-section.module.css';

interface LandingSectionProps {
  /** Target of a link in the navigation. */
  id?: string;
  title: string;
  children: ReactNode;
}

export function LandingSection({ id, title, children }: LandingSectionProps) {
  const titleId = useId();
  return (
    <section id={id} className={classes.section} aria-labelledby={titleId}>
      <h2 id={titleId} className={classes.title}>
        {title}
      </h2>
      {children}
    </section>
  );
}
