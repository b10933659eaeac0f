import { waitFor } from '#tests/support/wait-for.ts';

/** The client of the user pool at an address: asked for once. */
const clientIds = new Map<string, Promise<string>>();

async function clientIdOf(origin: string): Promise<string> {
  const config = (await (await fetch(`${origin}/config.json`)).json()) as {
    userPoolClientId: string;
  };
  return config.userPoolClientId;
}

/** Calls an operation of the local Cognito as a browser does: unsigned, as JSON. Throws its error by name. */
export async function cognito(origin: string, operation: string, input: Record<string, unknown>) {
  const clientId = clientIds.get(origin) ?? clientIdOf(origin);
  clientIds.set(origin, clientId);
  const answer = await fetch(`${origin}/_local/aws/`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
    },
    body: JSON.stringify({ ClientId: await clientId, ...input }),
  });
  const output = await answer.json();
  if (!answer.ok) throw Object.assign(new Error(output.message), { name: output.__type });
  return output;
}

export interface Credentials {
  email: string;
  password: string;
}

/** Signs up and confirms with the code from the mailbox. Returns the account's id. */
export async function signUp(
  origin: string,
  { email, password, name }: Credentials & { name: string },
): Promise<string> {
  const { UserSub } = await cognito(origin, 'SignUp', {
    Username: email,
    Password: password,
    UserAttributes: [
      { Name: 'email', Value: email },
      { Name: 'name', Value: name },
    ],
  });
  const mail = await waitForMail(origin, email, /code/i);
  await cognito(origin, 'ConfirmSignUp', { Username: email, ConfirmationCode: codeOf(mail) });
  return UserSub;
}

/** Tokens of a confirmed account, by password (the `local` environment allows it beside SRP). */
export async function signIn(origin: string, { email, password }: Credentials) {
  const { AuthenticationResult } = await cognito(origin, 'InitiateAuth', {
    AuthFlow: 'USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME: email, PASSWORD: password },
  });
  return AuthenticationResult as { IdToken: string; AccessToken: string; RefreshToken: string };
}

/** Replaces the temporary password of an invitation, as the app's dialog does. */
export async function acceptInvitation(
  origin: string,
  email: string,
  temporaryPassword: string,
  password: string,
) {
  const { ChallengeName, Session } = await cognito(origin, 'InitiateAuth', {
    AuthFlow: 'USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME: email, PASSWORD: temporaryPassword },
  });
  const { AuthenticationResult } = await cognito(origin, 'RespondToAuthChallenge', {
    ChallengeName,
    Session,
    ChallengeResponses: { USERNAME: email, NEW_PASSWORD: password },
  });
  return AuthenticationResult as { IdToken: string; AccessToken: string };
}

export interface Mail {
  to: string;
  from: string;
  subject: string;
  text: string;
  html: string;
  headers?: Record<string, string>;
  date: string;
}

/** The six digits in a mail of the user pool. */
export const codeOf = (mail: Mail): string | undefined => /\b\d{6}\b/.exec(mail.text)?.[0];

/** Mails to an address, or all of them; newest first. */
export async function readMailbox(origin: string, to = ''): Promise<Mail[]> {
  const answer = await fetch(`${origin}/_local/mail?${new URLSearchParams({ to })}`, {
    headers: { accept: 'application/json' },
  });
  return answer.json() as Promise<Mail[]>;
}

/** Waits for a mail to an address with a matching subject and returns the newest. */
export const waitForMail = (origin: string, to: string, subject: RegExp): Promise<Mail> =>
  waitFor(`a mail to ${to} about ${subject}`, async () => {
    const mails = await readMailbox(origin, to);
    return mails.find((mail) => mail.to === to && subject.test(mail.subject));
  });
