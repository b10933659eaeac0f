import { useQuery } from '@tanstack/react-query';
import { CatalogSections } from '#web/features/landing/catalog-sections.tsx';
import { Hero } from '#web/features/landing/hero.tsx';
import { LandingFrame } from '#web/features/landing/landing-frame.tsx';
import { MethodSections, WhySection } from '#web/features/landing/product-sections.tsx';
import { ReportSection } from '#web/features/landing/report-section.tsx';
import { configQuery } from '#web/lib/config.ts';

export function Component() {
  const { data: config } = useQuery(configQuery);
  return (
    <LandingFrame config={config}>
      <title>Antecede: semantic search for patents and your own texts</title>
      <Hero />
      <WhySection />
      {config && <ReportSection partnerSiteUrl={config.partnerSiteUrl} />}
      <MethodSections />
      <CatalogSections salesEmail={config?.salesEmail} />
    </LandingFrame>
  );
}
