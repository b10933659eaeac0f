import type { WebConfig } from '#web/lib/config.ts';
import { CatalogSection } from './catalog-section.tsx';
import { DeveloperSection } from './developer-section.tsx';
import { Hero } from './hero.tsx';
import { ReportSection } from './report-section.tsx';
import { TourSection } from './tour-section.tsx';
import { WhySection } from './why-section.tsx';

/** @param config absent until it is loaded */
export function LandingPage({ config }: { config: WebConfig | undefined }) {
  return (
    <>
      <Hero />
      <WhySection />
      <TourSection />
      <ReportSection />
      <DeveloperSection salesEmail={config?.salesEmail} />
      <CatalogSection />
    </>
  );
}
