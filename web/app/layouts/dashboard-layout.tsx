import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { Link, Outlet, useLocation, useParams } from 'react-router-dom';
import { userQuery } from '#web/api/user.ts';
import { SubscriptionBanner } from '#web/features/subscription/subscription-banner.tsx';
import { sessionQuery } from '#web/lib/auth/session.ts';
import { ErrorPanel } from '#web/ui/feedback/error-panel.tsx';
import { PageSkeleton } from '#web/ui/feedback/page-skeleton.tsx';
import { PassingMessages } from '#web/ui/feedback/passing-message.tsx';
import { useLoaded } from '#web/ui/feedback/use-loaded.ts';
import { ColorSchemeToggle } from '#web/ui/theme/color-scheme-toggle.tsx';
import { Wordmark } from '#web/ui/theme/wordmark.tsx';
import { appPages } from './app-pages.ts';
import classes from './shell.module.css';
import { useSearchShortcut } from './use-search-shortcut.ts';
import { UserMenu } from './user-menu.tsx';

/** Few people see these two in place of a page, with forms that most pages do not have. */
const CreateOrganizationModal = lazy(async () => ({
  default: (await import('#web/features/organization/create-organization-modal.tsx'))
    .CreateOrganizationModal,
}));
const RequiredSecondFactor = lazy(async () => ({
  default: (await import('#web/features/profile/required-second-factor.tsx')).RequiredSecondFactor,
}));

/** What people without an organization can use too. */
const openToAll = [
  '/profile',
  '/subscription',
  '/chatbot',
  '/prior-art',
  '/download-prior-art',
  '/generate-invalidation',
  '/shared-report',
  '/patents',
];

/** Layout of pages for people who are signed in. Most of them need an organization. */
export function Component() {
  const { pathname } = useLocation();
  useSearchShortcut();
  const { data: session } = useQuery(sessionQuery);
  const user = useQuery(userQuery);
  const account = useLoaded(user.data);
  const isMember = Boolean(user.data?.org_id);
  const isAdminPortal = pathname.startsWith('/admin');
  const isUnknown = useParams()['*'] !== undefined;
  const isOpenToAll = isUnknown || openToAll.includes(`/${pathname.split('/')[1]}`);
  const lacksSecondFactor = user.data?.lacks_second_factor === true;
  const mayShow = isMember || isAdminPortal || isOpenToAll;
  return (
    <>
      <header className={classes.bar}>
        <div className={classes.barInner}>
          <Link to="/index">
            <Wordmark />
          </Link>
          <nav className={classes.nav} aria-label="Main">
            {appPages.map(({ to, title, under }) => (
              <Link
                key={to}
                to={to}
                className={classes.link}
                data-tour={to === '/index' ? 'catalogs' : undefined}
                aria-current={
                  under.some((prefix) => pathname.startsWith(prefix)) ? 'page' : undefined
                }
              >
                {title}
              </Link>
            ))}
          </nav>
          <div className={classes.tools}>
            <ColorSchemeToggle />
            <UserMenu
              name={user.data?.full_name ?? session?.fullName ?? ''}
              isMember={isMember}
              isStaff={user.data?.foretheta_admin === true}
            />
          </div>
        </div>
      </header>
      <SubscriptionBanner />
      <PassingMessages />
      <Main>
        {!account && !user.isError && <PageSkeleton />}
        {user.isError && !isMember && (
          <ErrorPanel
            heading="h1"
            title="Your account could not be loaded"
            error={user.error}
            onRetry={() => void user.refetch()}
          />
        )}
        {account && !lacksSecondFactor && mayShow && <Outlet />}
        <Suspense fallback={<PageSkeleton />}>
          {lacksSecondFactor && <RequiredSecondFactor />}
          {user.isSuccess && !mayShow && <CreateOrganizationModal />}
        </Suspense>
      </Main>
    </>
  );
}

/** Moves the focus to the new page, so that keyboard and screen reader start there. */
function Main({ children }: { children: React.ReactNode }) {
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    // Who came to type goes on typing.
    if (document.activeElement?.matches('[data-search-box]')) return;
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return (
    <main id="main" ref={main} tabIndex={-1} className={classes.main}>
      {children}
    </main>
  );
}
