import type { Resource } from '#local/assembly/resource.ts';
import { type PasswordPolicy, readPasswordPolicy } from '#local/aws/cognito/password.ts';
import { readTriggers, type Triggers } from '#local/aws/cognito/trigger-config.ts';

export interface MessageTemplate {
  subject: string;
  message: string;
}

/** A user pool as the template declares it. */
export interface Pool {
  id: string;
  /** The id without its region: what SRP hashes. */
  name: string;
  arn: string;
  emailIsUsername: boolean;
  caseSensitive: boolean;
  autoVerifyEmail: boolean;
  /** A changed address stays pending until its code is given. */
  keepOriginalEmail: boolean;
  passwordPolicy: PasswordPolicy;
  /** Custom attributes by full name (`custom:role`). */
  customAttributes: ReadonlyMap<string, { mutable: boolean; maxLength: number }>;
  requiredAttributes: readonly string[];
  verification: MessageTemplate;
  invitation: MessageTemplate;
  adminCreateOnly: boolean;
  recoverByEmail: boolean;
  totp: boolean;
  from: string;
  triggers: Triggers;
}

const honoured = new Set([
  ...[
    'AccountRecoverySetting',
    'AdminCreateUserConfig',
    'AutoVerifiedAttributes',
    'EmailConfiguration',
  ],
  ...['EmailVerificationMessage', 'EmailVerificationSubject', 'EnabledMfas', 'LambdaConfig'],
  ...[
    'MfaConfiguration',
    'Policies',
    'Schema',
    'UserAttributeUpdateSettings',
    'UsernameAttributes',
  ],
  ...['UsernameConfiguration', 'VerificationMessageTemplate'],
]);
/** Accepted without effect: they guard or name the pool in AWS, or speak of SMS, which is never sent here. */
const inert = new Set([
  ...['DeletionProtection', 'UserPoolName', 'UserPoolTags', 'UserPoolTier', 'UserPoolAddOns'],
  ...['SmsVerificationMessage', 'SmsAuthenticationMessage'],
]);

/** Reads `AWS::Cognito::UserPool`. Throws on a property that is not emulated. */
export function readPool({ ref, attributes, properties: p, logicalId }: Resource): Pool {
  const refuse = (what: string): never => {
    throw new Error(`${logicalId}: ${what} is not emulated by the local Cognito`);
  };
  for (const name of Object.keys(p)) if (!honoured.has(name) && !inert.has(name)) refuse(name);
  const only = (name: string, values: string[] | undefined, allowed: string[]) => {
    for (const value of values ?? []) if (!allowed.includes(value)) refuse(`${name} ${value}`);
    return new Set(values);
  };
  if (p.MfaConfiguration === 'ON') refuse('MfaConfiguration ON');
  const mfas = only('EnabledMfas', p.EnabledMfas, ['SOFTWARE_TOKEN_MFA']);
  const template = p.VerificationMessageTemplate ?? {};
  if (template.DefaultEmailOption === 'CONFIRM_WITH_LINK') refuse('CONFIRM_WITH_LINK');
  const recovery: { Name: string }[] = p.AccountRecoverySetting?.RecoveryMechanisms ?? [];
  const invite = p.AdminCreateUserConfig?.InviteMessageTemplate ?? {};
  const attributesOf = readSchema(p.Schema ?? []);
  return {
    id: ref,
    name: ref.slice(ref.indexOf('_') + 1),
    arn: attributes.Arn ?? '',
    emailIsUsername: only('UsernameAttributes', p.UsernameAttributes, ['email']).has('email'),
    caseSensitive: p.UsernameConfiguration?.CaseSensitive ?? true,
    autoVerifyEmail: only('AutoVerifiedAttributes', p.AutoVerifiedAttributes, ['email']).has(
      'email',
    ),
    keepOriginalEmail: only(
      'AttributesRequireVerificationBeforeUpdate',
      p.UserAttributeUpdateSettings?.AttributesRequireVerificationBeforeUpdate,
      ['email'],
    ).has('email'),
    passwordPolicy: readPasswordPolicy(p.Policies?.PasswordPolicy),
    ...attributesOf,
    verification: {
      subject: template.EmailSubject ?? p.EmailVerificationSubject ?? 'Your verification code',
      message:
        template.EmailMessage ?? p.EmailVerificationMessage ?? 'Your confirmation code is {####}',
    },
    invitation: {
      subject: invite.EmailSubject ?? 'Your temporary password',
      message:
        invite.EmailMessage ?? 'Your username is {username} and temporary password is {####}.',
    },
    adminCreateOnly: p.AdminCreateUserConfig?.AllowAdminCreateUserOnly ?? false,
    recoverByEmail: recovery.length === 0 || recovery.some(({ Name }) => Name === 'verified_email'),
    totp: mfas.has('SOFTWARE_TOKEN_MFA') && p.MfaConfiguration === 'OPTIONAL',
    from: p.EmailConfiguration?.From ?? 'no-reply@verificationemail.com',
    triggers: readTriggers(p.LambdaConfig ?? {}, refuse),
  };
}

interface SchemaAttribute {
  Name: string;
  AttributeDataType?: string;
  Mutable?: boolean;
  Required?: boolean;
  DeveloperOnlyAttribute?: boolean;
  StringAttributeConstraints?: { MaxLength?: string | number };
}

const standard = new Set([
  ...['address', 'birthdate', 'email', 'family_name', 'gender', 'given_name', 'locale'],
  ...['middle_name', 'name', 'nickname', 'phone_number', 'picture', 'preferred_username'],
  ...['profile', 'sub', 'updated_at', 'website', 'zoneinfo'],
]);

function readSchema(
  schema: SchemaAttribute[],
): Pick<Pool, 'customAttributes' | 'requiredAttributes'> {
  const customAttributes = new Map<string, { mutable: boolean; maxLength: number }>();
  for (const { Name, DeveloperOnlyAttribute, ...attribute } of schema) {
    if (DeveloperOnlyAttribute)
      throw new Error(`Schema ${Name}: DeveloperOnlyAttribute is not emulated`);
    if (standard.has(Name)) continue;
    customAttributes.set(`custom:${Name}`, {
      mutable: attribute.Mutable ?? true,
      maxLength: Number(attribute.StringAttributeConstraints?.MaxLength ?? 2048),
    });
  }
  const requiredAttributes = schema.filter((a) => a.Required).map((a) => a.Name);
  return { customAttributes, requiredAttributes };
}

/** Whether an attribute exists in the pool: a standard one, or declared in its schema. */
export function hasAttribute(pool: Pool, name: string): boolean {
  const known = name === 'email_verified' || name === 'phone_number_verified' || standard.has(name);
  return known || pool.customAttributes.has(name);
}
