import * as z from 'zod';
import { AwsError } from '#local/aws/service.ts';
import { userState, withTemporaryPassword } from './admin.ts';
import { checkAttributes } from './attributes.ts';
import type { Cognito } from './context.ts';
import { mailMessage } from './messages.ts';
import { poolOperation } from './operation.ts';
import { checkPassword, temporaryPassword } from './password.ts';
import type { Pool } from './pool.ts';
import { attributes, invalidParameter, type Metadata, password, userName } from './shape.ts';
import { newUser } from './sign-up.ts';
import { runTrigger } from './triggers.ts';
import { attributeList, type User } from './user.ts';
import { findUser, saveUser, userNotFound } from './users.ts';

const members = z.object({
  Username: userName,
  UserAttributes: attributes,
  TemporaryPassword: password.optional(),
  MessageAction: z.enum(['SUPPRESS', 'RESEND']).optional(),
  /** AWS mails only where it is told to: its default is SMS. */
  DesiredDeliveryMediums: z.array(z.literal('EMAIL')).min(1).optional(),
});

/** Creates a user with a temporary password and mails it, or mails a new one (`RESEND`). */
const adminCreateUser = poolOperation(
  'AdminCreateUser',
  members.shape,
  async (cognito, pool, input) => {
    const { MessageAction, ClientMetadata } = input;
    const mailed = MessageAction !== 'SUPPRESS';
    if (mailed && !input.DesiredDeliveryMediums) {
      throw invalidParameter('DesiredDeliveryMediums: SMS, the default, is not emulated');
    }
    const temporary = input.TemporaryPassword ?? temporaryPassword();
    checkPassword(pool, temporary);
    const user =
      MessageAction === 'RESEND'
        ? renew(cognito, pool, input.Username, temporary)
        : await create(cognito, pool, input, temporary, ClientMetadata);
    if (mailed) await mailInvitation(cognito, pool, user, temporary, ClientMetadata);
    return { User: { ...userState(user), Attributes: attributeList(user) } };
  },
);

function renew(cognito: Cognito, pool: Pool, name: string, temporary: string): User {
  const user = findUser(cognito, pool, name);
  if (!user) throw userNotFound();
  if (user.status !== 'FORCE_CHANGE_PASSWORD') {
    throw new AwsError(
      'UnsupportedUserStateException',
      `Resend not possible. ${user.username} status is not FORCE_CHANGE_PASSWORD`,
    );
  }
  const renewed = withTemporaryPassword(cognito, pool, user, temporary);
  saveUser(cognito, renewed);
  return renewed;
}

async function create(
  cognito: Cognito,
  pool: Pool,
  { Username, UserAttributes }: z.output<typeof members>,
  temporary: string,
  clientMetadata: Metadata,
): Promise<User> {
  checkAttributes(pool, undefined, UserAttributes);
  const created = newUser(cognito, pool, Username, UserAttributes, temporary);
  const user = withTemporaryPassword(cognito, pool, created, temporary);
  await runTrigger(cognito, pool, 'PreSignUp', {
    source: 'PreSignUp_AdminCreateUser',
    user,
    request: { clientMetadata },
    response: { autoConfirmUser: false, autoVerifyEmail: false, autoVerifyPhone: false },
  });
  if (!cognito.store.addUser(user)) {
    throw new AwsError('UsernameExistsException', 'User account already exists');
  }
  return user;
}

/** AWS's words, for a pool that does not word its mails itself. */
const invitation = {
  subject: 'Your temporary password',
  message: 'Your username is {username} and temporary password is {####}.',
};

async function mailInvitation(
  cognito: Cognito,
  pool: Pool,
  user: User,
  temporary: string,
  clientMetadata: Metadata,
): Promise<void> {
  const to = user.attributes.email!;
  await mailMessage(cognito, pool, user, invitation, {
    source: 'CustomMessage_AdminCreateUser',
    secret: temporary,
    signInName: to,
    to,
    clientMetadata,
  });
}

export const inviteOperations = { AdminCreateUser: adminCreateUser };
