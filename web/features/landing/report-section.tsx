import { lazy, Suspense } from 'react';
import { LandingSection } from './landing-section.tsx';
import classes from './split.module.css';

// Below the fold, and the only input of the page: its code does not hold up the first view.
const ReportForm = lazy(async () => ({ default: (await import('./report-form.tsx')).ReportForm }));

/** The report that is free, from a partner. */
export function ReportSection({ partnerSiteUrl }: { partnerSiteUrl: string }) {
  return (
    <LandingSection title="Free invalidation report">
      <div className={classes.split}>
        <p className={classes.text}>
          Name a granted patent, and get the documents that were there before it and stand against
          its claims.
        </p>
        <Suspense fallback={<div className={classes.room} />}>
          <ReportForm partnerSiteUrl={partnerSiteUrl} />
        </Suspense>
      </div>
    </LandingSection>
  );
}
