import { Anchor, Text } from '@mantine/core';
import { Link, useNavigate } from 'react-router-dom';
import { SignUpForm } from '#web/features/auth/sign-up-form.tsx';
import { PageHeader } from '#web/ui/page/page-header.tsx';

export function Component() {
  const navigate = useNavigate();
  return (
    <>
      <PageHeader
        description={
          <Text span inherit>
            No credit card required. Have an account?{' '}
            <Anchor component={Link} to="/sign-in" inherit>
              Sign in
            </Anchor>
          </Text>
        }
      />
      <SignUpForm onSignedIn={() => navigate('/index?signup-success=1')} />
    </>
  );
}
