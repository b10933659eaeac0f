import { Anchor, Text } from '@mantine/core';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { SignInForm } from '#web/features/auth/sign-in-form.tsx';
import { returnPath } from '#web/lib/return-path.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { PageHeader } from '#web/ui/page/page-header.tsx';

export function Component() {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  return (
    <>
      <PageHeader
        description={
          <Text span inherit>
            New here?{' '}
            <Anchor component={Link} to="/sign-up" inherit>
              Sign up for a free demo
            </Anchor>
          </Text>
        }
      />
      {search.has('erased') && (
        <Notice kind="success">
          Your account has been erased. We will email you when all of its data is deleted.
        </Notice>
      )}
      {search.has('password-updated') && (
        <Notice kind="success">Password has been updated. Please sign in with it.</Notice>
      )}
      {search.has('second-factor') && (
        <Notice kind="success">
          Your authenticator app is set up. Please sign in with its code.
        </Notice>
      )}
      <SignInForm onSignedIn={() => navigate(returnPath(search))} />
    </>
  );
}
