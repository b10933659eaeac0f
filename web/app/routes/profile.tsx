import { DataExport } from '#web/features/profile/data-export.tsx';
import { EraseAccount } from '#web/features/profile/erase-account.tsx';
import { NameForm } from '#web/features/profile/name-form.tsx';
import { PasswordForm } from '#web/features/profile/password-form.tsx';
import { SecondFactor } from '#web/features/profile/second-factor.tsx';
import { SignOutEverywhere } from '#web/features/profile/sign-out-everywhere.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Section } from '#web/ui/section.tsx';

export function Component() {
  return (
    <>
      <PageHeader />
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
    </>
  );
}
