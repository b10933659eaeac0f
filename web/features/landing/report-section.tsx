import { lazy, Suspense } from 'react';
import { LandingSection } from './landing-section.tsx';
import classes from './split.module.css';

// Loaded separately: it is below the fold and brings the only input of the page.
const ReportForm = lazy(async () => ({ default: (await import('./report-form.tsx')).ReportForm }));

/** The free report, made by a partner. */
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
