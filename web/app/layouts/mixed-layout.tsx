import { useQuery } from '@tanstack/react-query';
import { type ComponentType, lazy, Suspense } from 'react';
import { Outlet, useLoaderData } from 'react-router-dom';
import type { authorizeFlag } from '#web/app/guards.ts';
import { configQuery } from '#web/lib/config.ts';
import { SiteFrame } from '#web/site/site-frame.tsx';
import { PassingMessages } from '#web/ui/feedback/passing-message.tsx';
import { ColorSchemeToggle } from '#web/ui/theme/color-scheme-toggle.tsx';
import classes from './mixed-layout.module.css';
import { RouteSkeleton } from './route-skeleton.tsx';

/** Visitors do not load the code for members. */
const DashboardLayout = lazy(async () => ({
  default: (await import('./dashboard-layout.tsx')).Component,
}));

interface MixedLayoutProps {
  /** The dashboard's layout, if it is loaded. */
  Members?: ComponentType | undefined;
}

/** Pages for everybody: in the dashboard's layout for people who are signed in, otherwise in the plain one. */
export function MixedLayout({ Members = DashboardLayout }: MixedLayoutProps) {
  const authorized = useLoaderData<typeof authorizeFlag>();
  const { data: config } = useQuery(configQuery);
  if (authorized) {
    return (
      <Suspense fallback={<RouteSkeleton />}>
        <Members />
      </Suspense>
    );
  }
  return (
    <SiteFrame config={config} schemeButton={<ColorSchemeToggle />}>
      <PassingMessages />
      <div className={classes.content}>
        <Outlet />
      </div>
    </SiteFrame>
  );
}
