import { userState, withTemporaryPassword } from '#local/aws/cognito/admin.ts';
import { checkAttributes } from '#local/aws/cognito/attributes.ts';
import type { Cognito } from '#local/aws/cognito/context.ts';
import { mailMessage } from '#local/aws/cognito/messages.ts';
import {
  attributeMap,
  findUser,
  type Input,
  invalidParameter,
  type Operation,
  optionalText,
  poolOf,
  saveUser,
  signInNameOf,
  text,
  userNotFound,
} from '#local/aws/cognito/operation.ts';
import { checkPassword, temporaryPassword } from '#local/aws/cognito/password.ts';
import type { Pool } from '#local/aws/cognito/pool.ts';
import { newUser } from '#local/aws/cognito/sign-up.ts';
import { runTrigger } from '#local/aws/cognito/triggers.ts';
import { attributeList, type User } from '#local/aws/cognito/user.ts';
import { AwsError } from '#local/aws/service.ts';

/** Creates a user with a temporary password and mails it, or mails a new one (`RESEND`). */
const adminCreateUser: Operation = {
  members: [
    ...['UserPoolId', 'Username', 'UserAttributes', 'ValidationData', 'TemporaryPassword'],
    ...['MessageAction', 'DesiredDeliveryMediums'],
  ],
  async run(cognito, input) {
    const pool = poolOf(cognito, input);
    const action = optionalText(input, 'MessageAction');
    if (action && action !== 'SUPPRESS' && action !== 'RESEND')
      throw invalidParameter(`MessageAction ${action} is unknown`);
    const media = (input.DesiredDeliveryMediums ?? ['EMAIL']) as string[];
    if (media.some((medium) => medium !== 'EMAIL'))
      throw invalidParameter('DesiredDeliveryMediums: only EMAIL is emulated');
    const password =
      optionalText(input, 'TemporaryPassword') ?? temporaryPassword(pool.passwordPolicy);
    checkPassword(pool.passwordPolicy, password);
    const user =
      action === 'RESEND'
        ? renew(cognito, pool, text(input, 'Username'), password)
        : await create(cognito, pool, input, password);
    if (action !== 'SUPPRESS')
      await mailInvitation(cognito, pool, user, password, input.ClientMetadata);
    return { User: { ...userState(user), Attributes: attributeList(user) } };
  },
};

function renew(cognito: Cognito, pool: Pool, name: string, password: string): User {
  const user = findUser(cognito, pool, name);
  if (!user) throw userNotFound();
  if (user.status !== 'FORCE_CHANGE_PASSWORD')
    throw new AwsError(
      'UnsupportedUserStateException',
      `Resend not possible. ${user.username} status is not FORCE_CHANGE_PASSWORD`,
    );
  const renewed = withTemporaryPassword(cognito, pool, user, password);
  saveUser(cognito, pool, renewed);
  return renewed;
}

async function create(cognito: Cognito, pool: Pool, input: Input, password: string): Promise<User> {
  const attributes = attributeMap(input, 'UserAttributes');
  checkAttributes(pool, undefined, attributes);
  const user = withTemporaryPassword(
    cognito,
    pool,
    newUser(cognito, pool, text(input, 'Username', 128), attributes),
    password,
  );
  await runTrigger(cognito, pool, 'PreSignUp', {
    source: 'PreSignUp_AdminCreateUser',
    user,
    request: {
      validationData: attributeMap(input, 'ValidationData'),
      clientMetadata: input.ClientMetadata,
    },
    response: { autoConfirmUser: false, autoVerifyEmail: false, autoVerifyPhone: false },
  });
  if (!cognito.store.addUser(user, signInNameOf(pool, user)))
    throw new AwsError('UsernameExistsException', 'User account already exists');
  return user;
}

async function mailInvitation(
  cognito: Cognito,
  pool: Pool,
  user: User,
  password: string,
  clientMetadata: unknown,
): Promise<void> {
  const to = user.attributes.email;
  if (!to) throw invalidParameter('User has no email to send the invitation to');
  await mailMessage(cognito, pool, user, pool.invitation, {
    source: 'CustomMessage_AdminCreateUser',
    secret: password,
    signInName: pool.emailIsUsername ? to : user.username,
    to,
    clientMetadata,
  });
}

export const inviteOperations = { AdminCreateUser: adminCreateUser };
