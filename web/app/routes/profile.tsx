import { secondFactorQuery } from '#web/api/second-factor.ts';
import { startLoading } from '#web/app/start-loading.ts';
import { DataExport } from '#web/features/profile/data-export.tsx';
import { EraseAccount } from '#web/features/profile/erase-account.tsx';
import { NameForm } from '#web/features/profile/name-form.tsx';
import { PasswordForm } from '#web/features/profile/password-form.tsx';
import { SecondFactor } from '#web/features/profile/second-factor.tsx';
import { SignOutEverywhere } from '#web/features/profile/sign-out-everywhere.tsx';
import { queryClient } from '#web/lib/query-client.ts';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import { FormSections, Section } from '#web/ui/page/section.tsx';

export const loader = startLoading(() => [queryClient.prefetchQuery(secondFactorQuery)]);

export function Component() {
  return (
    <>
      <PageHeader />
      <FormSections>
        <Section title="Name">
          <NameForm />
        </Section>
        <Section title="Password">
          <PasswordForm />
        </Section>
        <Section title="Second factor">
          <SecondFactor />
        </Section>
        <Section title="Sessions">
          <SignOutEverywhere />
        </Section>
        <Section title="Your data">
          <DataExport />
        </Section>
        <Section title="Erase my account">
          <EraseAccount />
        </Section>
      </FormSections>
    </>
  );
}
