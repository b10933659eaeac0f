import { ResetPasswordForm } from '#web/features/auth/reset-password-form.tsx';
import { PageHeader } from '#web/ui/page/page-header.tsx';

export function Component() {
  return (
    <>
      <PageHeader />
      <ResetPasswordForm />
    </>
  );
}
