import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { identity } from '#web/lib/auth/identity.ts';
import { withFailureTexts } from '#web/lib/failure-texts.ts';

/** Whether sign-ins ask for a code of an authenticator app. */
export const secondFactorQuery = queryOptions({
  queryKey: ['second-factor'],
  queryFn: () => identity((cognito) => cognito.hasSecondFactor()),
});

/** What an authenticator app must be told. Each set-up has a secret of its own, and none is kept. */
export const secondFactorSecretQuery = (email: string) =>
  queryOptions({
    queryKey: ['second-factor-secret'],
    queryFn: () => identity((cognito) => cognito.startSecondFactor(email)),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });

const wrongCode = 'This is not the code that the app shows now.';

export const turnOnSecondFactor = mutationOptions({
  mutationFn: (code: string) =>
    withFailureTexts(
      { refused: wrongCode, unforeseen: wrongCode },
      identity((cognito) => cognito.turnOnSecondFactor(code)),
    ),
  onSuccess: (_done, _code, _result, { client }) =>
    client.setQueryData(secondFactorQuery.queryKey, true),
});

export const turnOffSecondFactor = mutationOptions({
  mutationFn: (_confirmed: true) => identity((cognito) => cognito.turnOffSecondFactor()),
  onSuccess: (_done, _confirmed, _result, { client }) =>
    client.setQueryData(secondFactorQuery.queryKey, false),
});
