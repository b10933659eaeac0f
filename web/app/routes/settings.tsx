import { organizationQuery } from '#web/api/organization.ts';
import { teamQuery } from '#web/api/team.ts';
import { startLoading } from '#web/app/start-loading.ts';
import { AuditSection } from '#web/features/audit/audit-section.tsx';
import { RenameOrganizationForm } from '#web/features/organization/rename-organization-form.tsx';
import { SecondFactorSwitch } from '#web/features/organization/second-factor-switch.tsx';
import { TeamSection } from '#web/features/team/team-section.tsx';
import { QueryTextsSwitch } from '#web/features/usage/query-texts-switch.tsx';
import { queryClient } from '#web/lib/query-client.ts';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import { Section } from '#web/ui/page/section.tsx';

export const loader = startLoading(() => [
  queryClient.prefetchQuery(organizationQuery),
  queryClient.prefetchQuery(teamQuery),
]);

export function Component() {
  return (
    <>
      <PageHeader />
      <Section title="Organization">
        <RenameOrganizationForm />
      </Section>
      <TeamSection />
      <SecondFactorSwitch />
      <QueryTextsSwitch />
      <AuditSection />
    </>
  );
}
