import { Anchor, Box, Text } from '@mantine/core';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { SignInForm } from '#web/features/auth/sign-in-form.tsx';
import { returnPath } from '#web/lib/return-path.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { PageHeader } from '#web/ui/page/page-header.tsx';

/** What somebody has just done, by the name in the address. */
const texts = {
  erased: 'Your account has been erased. We will email you when all of its data is deleted.',
  'password-updated': 'Password has been updated. Please sign in with it.',
  'second-factor': 'Your authenticator app is set up. Please sign in with its code.',
} as const;
const outcomes = Object.keys(texts) as (keyof typeof texts)[];

export function Component() {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const done = outcomes.find((outcome) => search.has(outcome));
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
      {done && (
        <Box mb="md">
          <Notice kind="success">{texts[done]}</Notice>
        </Box>
      )}
      <SignInForm onSignedIn={() => navigate(returnPath(search))} />
    </>
  );
}
