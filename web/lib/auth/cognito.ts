import { Amplify } from 'aws-amplify';
import {
  confirmResetPassword,
  confirmSignIn,
  confirmSignUp,
  fetchAuthSession,
  fetchMFAPreference,
  resendSignUpCode,
  resetPassword,
  type SignInInput,
  type SignInOutput,
  setUpTOTP,
  signIn,
  signOut,
  signUp,
  updateMFAPreference,
  updatePassword,
  updateUserAttribute,
  verifyTOTPSetup,
} from 'aws-amplify/auth';
import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito';
import type { WebConfig } from '#web/lib/config.ts';
import { withInvitedName } from './invited-name.ts';
import type { IdentityClaims } from './stored-token.ts';

/** What a sign-in still needs before there is a session. */
type SignInStep = 'done' | 'new-password' | 'confirm-email' | 'second-factor';

export interface SignInState {
  step: SignInStep;
  /** The name of somebody who must choose a password. */
  fullName?: string | undefined;
}

async function readIdTokenParts() {
  const { tokens } = await fetchAuthSession();
  return tokens?.idToken;
}

/** The identity token as text, renewed if it has expired. */
async function readIdToken(): Promise<string | undefined> {
  return (await readIdTokenParts())?.toString();
}

/** The refresh token of the session, which ends it on the server. Read after a renewal, which may replace it. */
async function readRefreshToken(): Promise<string | undefined> {
  await fetchAuthSession();
  const tokens = await cognitoUserPoolsTokenProvider.authTokenStore.loadTokens();
  return tokens?.refreshToken;
}

/** What the identity token says of the signed-in person. */
async function readIdClaims(): Promise<IdentityClaims | undefined> {
  return (await readIdTokenParts())?.payload;
}

/** If somebody has signed in through another window meanwhile, the new sign-in replaces that session. */
async function replaceSession(credentials: SignInInput): Promise<SignInOutput> {
  try {
    return await signIn(credentials);
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'UserAlreadyAuthenticatedException')
      throw error;
    await signOut();
    return signIn(credentials);
  }
}

async function startSignIn(email: string, password: string): Promise<SignInState> {
  const { result, fullName } = await withInvitedName(() =>
    replaceSession({ username: email, password }),
  );
  return { step: stepOf(result), fullName };
}

function stepOf({ isSignedIn, nextStep }: SignInOutput): SignInStep {
  if (isSignedIn) return 'done';
  switch (nextStep.signInStep) {
    case 'CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED':
      return 'new-password';
    case 'CONFIRM_SIGN_UP':
      return 'confirm-email';
    case 'CONFIRM_SIGN_IN_WITH_TOTP_CODE':
      return 'second-factor';
    default:
      throw new Error(`Unknown sign-in step: ${nextStep.signInStep}`);
  }
}

async function setNewPassword(password: string): Promise<void> {
  await confirmSignIn({ challengeResponse: password });
}

/** Answers the sign-in that asked for a code of the authenticator app. */
async function confirmSecondFactor(code: string): Promise<void> {
  await confirmSignIn({ challengeResponse: code });
}

/** Whether sign-ins ask for a code of an authenticator app. */
async function hasSecondFactor(): Promise<boolean> {
  return (await fetchMFAPreference()).enabled?.includes('TOTP') ?? false;
}

/** A new secret for an authenticator app; nothing changes until `turnOnSecondFactor`. */
async function startSecondFactor(email: string): Promise<{ secret: string; uri: string }> {
  const setUp = await setUpTOTP();
  return { secret: setUp.sharedSecret, uri: setUp.getSetupUri('Antecede', email).toString() };
}

/** @param code of the app that has the secret */
async function turnOnSecondFactor(code: string): Promise<void> {
  await verifyTOTPSetup({ code });
  await updateMFAPreference({ totp: 'PREFERRED' });
}

async function turnOffSecondFactor(): Promise<void> {
  await updateMFAPreference({ totp: 'DISABLED' });
}

async function startSignUp(person: {
  fullName: string;
  email: string;
  password: string;
}): Promise<void> {
  await signUp({
    username: person.email,
    password: person.password,
    options: { userAttributes: { email: person.email, name: person.fullName } },
  });
}

async function confirmEmail(email: string, confirmationCode: string): Promise<void> {
  await confirmSignUp({ username: email, confirmationCode });
}

async function resendCode(email: string): Promise<void> {
  await resendSignUpCode({ username: email });
}

async function startReset(email: string): Promise<void> {
  await resetPassword({ username: email });
}

async function finishReset(
  email: string,
  confirmationCode: string,
  newPassword: string,
): Promise<void> {
  await confirmResetPassword({ username: email, confirmationCode, newPassword });
}

/** Changes the name attribute of the account. */
async function updateName(fullName: string): Promise<void> {
  await updateUserAttribute({ userAttribute: { attributeKey: 'name', value: fullName } });
}

async function changePassword(oldPassword: string, newPassword: string): Promise<void> {
  await updatePassword({ oldPassword, newPassword });
}

async function endSession(): Promise<void> {
  await signOut();
}

const cognito = {
  readIdToken,
  readRefreshToken,
  readIdClaims,
  startSignIn,
  setNewPassword,
  confirmSecondFactor,
  hasSecondFactor,
  startSecondFactor,
  turnOnSecondFactor,
  turnOffSecondFactor,
  startSignUp,
  confirmEmail,
  resendCode,
  startReset,
  finishReset,
  updateName,
  changePassword,
  endSession,
};

export type Cognito = typeof cognito;

/** The identity provider of an environment. Its errors have the name of the provider's exception as `name`. */
export function openCognito(config: WebConfig): Cognito {
  const { userPoolId, userPoolClientId, userPoolEndpoint } = config;
  Amplify.configure({ Auth: { Cognito: { userPoolId, userPoolClientId, userPoolEndpoint } } });
  return cognito;
}
