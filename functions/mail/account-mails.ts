import type { MailContent } from './templates.ts';

/** Values that Cognito fills in. The text contains its placeholders until it sends the mail. */
export interface Placeholders {
  /** Of the code, or of the temporary password. */
  code: string;
  /** Of the sign-in name; in invitations only. */
  signInName: string | null;
}

/** The names of the inviting person and of the organization, as they chose them; in invitations only. */
export interface InvitationNames {
  inviter?: string | undefined;
  organization?: string | undefined;
}

const longestName = 100;

/**
 * A name that somebody chose, made safe for a mail: on one line, short, without the characters of Cognito's
 * placeholders, and not readable as an address or a link. React escapes it for HTML.
 */
const plainName = (name: string) =>
  name
    .replaceAll(/[{}#/\\:]/g, '')
    .replaceAll('@', ' at ')
    // Mail programs make links of what looks like a domain.
    .replaceAll(/(?<=[\p{L}\p{N}-])[.．。｡](?=[\p{L}\p{N}])/gu, ' ')
    .replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
    .slice(0, longestName);

function invitedBy({ inviter = '', organization = '' }: InvitationNames): string {
  const [who, where] = [plainName(inviter), plainName(organization)];
  return who && where
    ? `${who} invites you to the organization “${where}” at Antecede.`
    : 'An account was made for you.';
}

const unasked = 'If you did not ask for this, you can ignore this mail.';

const confirmEmail: Omit<MailContent, 'code'> = {
  subject: 'Your Antecede verification code',
  preview: 'Confirm your email address.',
  paragraphs: [
    'Enter this code on the page that asks for it, to confirm your email address. It is valid for 24 hours.',
    unasked,
  ],
};

const changeEmail: Omit<MailContent, 'code'> = {
  ...confirmEmail,
  subject: 'Your Antecede code for a new email address',
  preview: 'Confirm your new email address.',
};

const resetPassword: Omit<MailContent, 'code'> = {
  subject: 'Your Antecede password reset code',
  preview: 'Choose a new password.',
  paragraphs: [
    'Enter this code on the page that asks for it, to choose a new password. It is valid for one hour.',
    'If you did not ask for this, you can ignore this mail: your password stays as it is.',
  ],
};

/** Triggers of the user pool whose mails are worded here. */
export const accountMailSources = [
  'CustomMessage_SignUp',
  'CustomMessage_ResendCode',
  'CustomMessage_UpdateUserAttribute',
  'CustomMessage_VerifyUserAttribute',
  'CustomMessage_ForgotPassword',
  'CustomMessage_AdminCreateUser',
] as const;
type AccountMailSource = (typeof accountMailSources)[number];

/**
 * The mail of the user pool for a trigger source of Cognito; undefined for one that this product does not
 * send. Mails with codes contain nothing that a person typed, because anybody can sign up anybody's address
 * and must not be able to choose our text. Invitations name the admin and the organization that sends them;
 * how many an organization may send is limited, and each is in its audit trail.
 * https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-lambda-custom-message.html
 */
export function accountMail(
  triggerSource: string,
  { code, signInName }: Placeholders,
  origin: string | undefined,
  names: InvitationNames = {},
): MailContent | undefined {
  switch (triggerSource as AccountMailSource) {
    case 'CustomMessage_SignUp':
    case 'CustomMessage_ResendCode':
      return { ...confirmEmail, code };
    case 'CustomMessage_UpdateUserAttribute':
    case 'CustomMessage_VerifyUserAttribute':
      return { ...changeEmail, code };
    case 'CustomMessage_ForgotPassword':
      return { ...resetPassword, code };
    case 'CustomMessage_AdminCreateUser':
      return {
        subject: 'Your invitation to Antecede',
        preview: 'An account was made for you.',
        paragraphs: [
          `${invitedBy(names)} Sign in as ${signInName} with this temporary password, then choose your own. It is valid for 7 days.`,
        ],
        code,
        action: origin ? { label: 'Sign in', href: `${origin}/sign-in` } : undefined,
      };
    default:
      return undefined;
  }
}
