const answersChallenge = 'AWSCognitoIdentityProviderService.RespondToAuthChallenge';

/** The name in the provider's request for a new password; undefined in all other answers. */
async function nameIn(answer: Response): Promise<string | undefined> {
  if (!answer.ok) return undefined;
  const { ChallengeName, ChallengeParameters } = await answer.json();
  if (ChallengeName !== 'NEW_PASSWORD_REQUIRED') return undefined;
  return JSON.parse(ChallengeParameters?.userAttributes ?? '{}').name;
}

/**
 * Signs in, and reads the name of an invited person from the request for a new password. Amplify drops the person's
 * attributes, which the provider sends with it, so the answer is read as it arrives.
 */
export async function withInvitedName<T>(
  signIn: () => Promise<T>,
): Promise<{ result: T; fullName: string | undefined }> {
  const { fetch } = globalThis;
  let fullName: string | undefined;
  globalThis.fetch = async (input, init) => {
    const answer = await fetch(input, init);
    if (new Headers(init?.headers).get('x-amz-target') === answersChallenge) {
      fullName ??= await nameIn(answer.clone());
    }
    return answer;
  };
  try {
    const result = await signIn();
    return { result, fullName };
  } finally {
    globalThis.fetch = fetch;
  }
}
