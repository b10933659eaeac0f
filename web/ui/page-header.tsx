import type { ReactNode } from 'react';
import classes from './page-header.module.css';

interface PageHeaderProps {
  title: string;
  description?: ReactNode;
  /** Above the title: the way back. */
  breadcrumb?: ReactNode;
  actions?: ReactNode;
}

/** Title of a page, also in the browser's tab. */
export function PageHeader({ title, description, breadcrumb, actions }: PageHeaderProps) {
  return (
    <header className={classes.header}>
      <title>{`${title} · Antecede`}</title>
      {breadcrumb}
      <div className={classes.row}>
        <h1 className={classes.title}>{title}</h1>
        {actions && <div className={classes.actions}>{actions}</div>}
      </div>
      {description && <p className={classes.description}>{description}</p>}
    </header>
  );
}
