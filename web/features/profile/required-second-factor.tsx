import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { secondFactorQuery } from '#web/api/second-factor.ts';
import { useSignOut } from '#web/api/sessions.ts';
import { userQuery } from '#web/api/user.ts';
import { ContentSkeleton } from '#web/ui/feedback/content-skeleton.tsx';
import { LoadedPage } from '#web/ui/feedback/loaded.tsx';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import { SecondFactorSetUp } from './second-factor-set-up.tsx';

/** In place of every page, for a session without the second factor that the organization requires. */
export function RequiredSecondFactor() {
  const signOut = useSignOut();
  const { data: user } = useQuery(userQuery);
  return (
    <LoadedPage
      query={useQuery(secondFactorQuery)}
      failure="The second factor could not be looked up"
      skeleton={<ContentSkeleton shape="form" lines={3} />}
    >
      {(isOn) => (
        <Stack maw={560}>
          <PageHeader
            title={
              user?.foretheta_admin
                ? 'Staff need a second factor'
                : 'Your organization requires a second factor'
            }
          />
          {isOn ? (
            <>
              <Text size="sm">
                You have an authenticator app. Please sign in again with its code.
              </Text>
              <Button onClick={() => void signOut()}>Sign in again</Button>
            </>
          ) : (
            <>
              <Text size="sm">
                Please set up an authenticator app on your phone. Then you sign in again with its
                code.
              </Text>
              <SecondFactorSetUp
                onCancel={() => void signOut()}
                onDone={() => void signOut('/sign-in?second-factor')}
              />
            </>
          )}
        </Stack>
      )}
    </LoadedPage>
  );
}
