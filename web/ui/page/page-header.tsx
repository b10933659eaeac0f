import type { ReactNode } from 'react';
import classes from './page-header.module.css';
import { usePage } from './use-page.ts';

interface PageHeaderProps {
  /** By default that of the route. */
  title?: string | undefined;
  /** By default that of the route, under its title. */
  description?: ReactNode;
  /** Above the title: the way back. */
  breadcrumb?: ReactNode;
  actions?: ReactNode;
}

/** Title of a page, also in the browser's tab. */
export function PageHeader({ title, breadcrumb, actions, ...props }: PageHeaderProps) {
  const page = usePage();
  const description = props.description ?? (title === undefined ? page?.description : undefined);
  const shown = title ?? page?.title;
  return (
    <header className={classes.header}>
      <title>{`${shown} · Antecede`}</title>
      {breadcrumb}
      <div className={classes.row}>
        <h1 className={classes.title}>{shown}</h1>
        {actions && <div className={classes.actions}>{actions}</div>}
      </div>
      {description && <p className={classes.description}>{description}</p>}
    </header>
  );
}
