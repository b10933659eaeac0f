import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { ProductError } from '#shared/errors.ts';
import { api } from '#web/lib/api-client.ts';
import { identity } from '#web/lib/auth/identity.ts';
import { withFailureTexts } from '#web/lib/failure-texts.ts';
import { type Member, userQuery } from './user.ts';

/** Whether sign-ins ask for a code of an authenticator app. */
export const secondFactorQuery = queryOptions({
  queryKey: ['second-factor'],
  queryFn: () => identity((cognito) => cognito.hasSecondFactor()),
});

/**
 * Tells the server that the app was set up or removed. If this fails, the server notices it with the next
 * confirmation of a session.
 */
const note = () => api('confirm-second-factor', { body: {} }).catch(() => undefined);

/** The secret for an authenticator app. Each set-up gets a new one, and none is cached. */
export const secondFactorSecretQuery = (email: string) =>
  queryOptions({
    queryKey: ['second-factor-secret'],
    queryFn: () => identity((cognito) => cognito.startSecondFactor(email)),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });

const ownFirst =
  'Please set up an authenticator app in your profile and sign in with its code first, so that you do not lock yourself out.';
/** What is said to a code of the authenticator app that is not the right one. */
export const wrongCode = 'This is not the code that the app shows now.';

export const turnOnSecondFactor = mutationOptions({
  mutationFn: async (code: string) => {
    const turnedOn = identity((cognito) => cognito.turnOnSecondFactor(code));
    await withFailureTexts({ refused: wrongCode, unforeseen: wrongCode }, turnedOn);
    await note();
  },
  onSuccess: (_done, _code, _result, { client }) =>
    client.setQueryData(secondFactorQuery.queryKey, true),
});

export const turnOffSecondFactor = mutationOptions({
  mutationFn: async (_confirmed: true) => {
    await identity((cognito) => cognito.turnOffSecondFactor());
    await note();
  },
  onSuccess: (_done, _confirmed, _result, { client }) =>
    client.setQueryData(secondFactorQuery.queryKey, false),
});

/** Switches whether the members of the organization need a second factor. */
export const requireSecondFactor = ({ orgId, authUserId }: Member) =>
  mutationOptions({
    mutationFn: async (required: boolean) => {
      const { confirmed } = await api('confirm-second-factor', { body: {} });
      if (required && !confirmed) throw new ProductError('SecondFactorRequired', ownFirst);
      return api('require-second-factor', {
        body: { org_id: orgId, auth_user_id: authUserId, required },
      });
    },
    onSuccess: (_done, _required, _result, { client }) => client.invalidateQueries(userQuery),
  });
