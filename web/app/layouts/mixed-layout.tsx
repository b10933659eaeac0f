import { useQuery } from '@tanstack/react-query';
import { Outlet, useLoaderData } from 'react-router-dom';
import type { authorizeFlag } from '#web/app/guards.ts';
import { configQuery } from '#web/lib/config.ts';
import { SiteFrame } from '#web/site/site-frame.tsx';
import { ColorSchemeToggle } from '#web/ui/color-scheme-toggle.tsx';
import { PassingMessages } from '#web/ui/passing-message.tsx';
import { Component as DashboardLayout } from './dashboard-layout.tsx';
import classes from './mixed-layout.module.css';

/** Pages for everybody: in the dashboard's layout for people who are signed in, else in the plain one. */
export function Component() {
  const authorized = useLoaderData<typeof authorizeFlag>();
  const { data: config } = useQuery(configQuery);
  if (authorized) return <DashboardLayout />;
  return (
    <SiteFrame config={config} schemeButton={<ColorSchemeToggle />}>
      <PassingMessages />
      <div className={classes.content}>
        <Outlet />
      </div>
    </SiteFrame>
  );
}
