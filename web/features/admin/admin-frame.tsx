import type { ReactNode } from 'react';
import { NavLink } from 'react-router-dom';
import classes from './admin-frame.module.css';

const pages = [
  { to: '/admin/reminders', title: 'Email Reminders' },
  { to: '/admin/pause_payment', title: 'Pause Payment' },
  { to: '/admin/history', title: 'Search History' },
  { to: '/admin/organizations', title: 'Organizations' },
  { to: '/admin/assistant', title: 'Assistant' },
  { to: '/admin/limits', title: 'Limits' },
];

/** Frame of the admin portal: the names of its pages, and one page beside them. */
export function AdminFrame({ children }: { children: ReactNode }) {
  return (
    <div className={classes.frame}>
      <nav className={classes.side} aria-label="Admin portal">
        {pages.map(({ to, title }) => (
          <NavLink key={to} to={to} className={classes.link}>
            {title}
          </NavLink>
        ))}
      </nav>
      <div>{children}</div>
    </div>
  );
}
