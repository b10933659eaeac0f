import { Anchor } from '@mantine/core';
import { IconChevronLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import classes from './back-link.module.css';

/** The breadcrumb of a page one level down. */
export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <nav aria-label="Breadcrumb" className={classes.nav}>
      <Anchor underline="hover" component={Link} to={to} className={classes.link}>
        <IconChevronLeft size={16} stroke={1.6} aria-hidden />
        {children}
      </Anchor>
    </nav>
  );
}
