import { Anchor, Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { organizationQuery } from '#web/api/organization.ts';
import { teamQuery } from '#web/api/team.ts';
import { useMember } from '#web/api/user.ts';
import { startLoading } from '#web/app/start-loading.ts';
import { AuditSection } from '#web/features/audit/audit-section.tsx';
import { ManagementKeysSection } from '#web/features/management-keys/management-keys-section.tsx';
import { RenameOrganizationForm } from '#web/features/organization/rename-organization-form.tsx';
import { SecondFactorSwitch } from '#web/features/organization/second-factor-switch.tsx';
import { TeamSection } from '#web/features/team/team-section.tsx';
import { QueryTextsSwitch } from '#web/features/usage/query-texts-switch.tsx';
import { queryClient } from '#web/lib/query-client.ts';
import { Addressed } from '#web/ui/page/addressed.tsx';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import { FormSections, Section } from '#web/ui/page/section.tsx';
import classes from './settings.module.css';

export const loader = startLoading(() => [
  queryClient.prefetchQuery(organizationQuery),
  queryClient.prefetchQuery(teamQuery),
]);

const parts = [
  { id: 'organization', title: 'Organization' },
  { id: 'team', title: 'Team' },
  { id: 'management-keys', title: 'Management keys' },
  { id: 'second-factor', title: 'Second factor' },
  { id: 'query-texts', title: 'Confidential searches' },
  { id: 'webhooks', title: 'Webhooks' },
  { id: 'audit', title: 'Audit trail' },
] as const;

/** Sections with addresses: `/settings#team`. */
export function Component() {
  const { isAdmin } = useMember();
  const shown = parts.filter(({ id }) => isAdmin || id === 'organization' || id === 'team');
  return (
    <>
      <PageHeader />
      <nav aria-label="Sections" className={classes.parts}>
        {shown.map(({ id, title }) => (
          <Anchor key={id} href={`#${id}`} inherit>
            {title}
          </Anchor>
        ))}
      </nav>
      <FormSections>
        <Addressed id="organization">
          <Section title="Organization">
            <RenameOrganizationForm />
          </Section>
        </Addressed>
        <Addressed id="team">
          <TeamSection />
        </Addressed>
        {isAdmin && (
          <Addressed id="management-keys">
            <ManagementKeysSection />
          </Addressed>
        )}
        <Addressed id="second-factor">
          <SecondFactorSwitch />
        </Addressed>
        <Addressed id="query-texts">
          <QueryTextsSwitch />
        </Addressed>
        {isAdmin && (
          <Addressed id="webhooks">
            <Section
              title="Webhooks"
              actions={
                <Button component={Link} to="/webhooks" variant="default" size="xs">
                  Open webhooks
                </Button>
              }
            >
              <p className={classes.about}>
                Events of your organization, such as a finished index, are sent to your own servers.
              </p>
            </Section>
          </Addressed>
        )}
        <Addressed id="audit">
          <AuditSection />
        </Addressed>
      </FormSections>
    </>
  );
}
