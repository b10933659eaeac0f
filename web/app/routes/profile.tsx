import { NameForm } from '#web/features/profile/name-form.tsx';
import { PasswordForm } from '#web/features/profile/password-form.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Section } from '#web/ui/section.tsx';

export function Component() {
  return (
    <>
      <PageHeader title="Profile" />
      <Section title="Name">
        <NameForm />
      </Section>
      <Section title="Password">
        <PasswordForm />
      </Section>
    </>
  );
}
