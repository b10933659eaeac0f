import * as z from 'zod';
import { type Resource, readProperties } from '#local/assembly/resource.ts';

export interface MessageTemplate {
  subject: string;
  message: string;
}

const flag = z.boolean();
const onlyEmail = z.tuple([z.literal('email')]);
const arn = z.string().optional();
const ignored = z.unknown().optional();

/** The functions that a pool may call. */
const triggers = z
  .strictObject({
    PreSignUp: arn,
    PreAuthentication: arn,
    PostConfirmation: arn,
    CustomMessage: arn,
  })
  .default({});

/**
 * Properties of `AWS::Cognito::UserPool` as the product's template has them: people sign in by their
 * e-mail address, codes go there, passwords are judged by their length.
 */
const properties = z.strictObject({
  AccountRecoverySetting: z.strictObject({
    RecoveryMechanisms: z.tuple([
      z.strictObject({ Name: z.literal('verified_email'), Priority: z.literal(1) }),
    ]),
  }),
  AdminCreateUserConfig: z.strictObject({ AllowAdminCreateUserOnly: z.literal(false) }),
  AutoVerifiedAttributes: onlyEmail,
  EmailConfiguration: z
    .object({ From: z.string() })
    .default({ From: 'no-reply@verificationemail.com' }),
  EnabledMfas: z.tuple([z.literal('SOFTWARE_TOKEN_MFA')]),
  LambdaConfig: triggers,
  MfaConfiguration: z.literal('OPTIONAL'),
  Policies: z.strictObject({
    PasswordPolicy: z.strictObject({
      MinimumLength: z.int(),
      RequireLowercase: z.literal(false),
      RequireNumbers: z.literal(false),
      RequireSymbols: z.literal(false),
      RequireUppercase: z.literal(false),
      TemporaryPasswordValidityDays: z.int(),
    }),
  }),
  Schema: z.array(
    z.strictObject({
      Name: z.string(),
      Mutable: z.literal(true),
      Required: flag.default(false),
      AttributeDataType: z.literal('String').optional(),
      StringAttributeConstraints: z.strictObject({ MaxLength: z.coerce.number() }).optional(),
    }),
  ),
  /** A changed address is used after its code has been entered. The product never changes addresses. */
  UserAttributeUpdateSettings: z.strictObject({
    AttributesRequireVerificationBeforeUpdate: onlyEmail,
  }),
  UsernameAttributes: onlyEmail,
  UsernameConfiguration: z.strictObject({ CaseSensitive: z.literal(false) }),
  VerificationMessageTemplate: z.strictObject({
    DefaultEmailOption: z.literal('CONFIRM_WITH_CODE'),
    EmailMessage: z.string(),
    EmailSubject: z.string(),
    SmsMessage: z.string().optional(),
  }),
  // Without effect here: names, protections and plans of AWS, text messages, and properties that repeat
  // others.
  DeletionProtection: ignored,
  UserPoolName: ignored,
  UserPoolTier: ignored,
  SmsVerificationMessage: ignored,
  EmailVerificationMessage: ignored,
  EmailVerificationSubject: ignored,
});

/** A user pool as the template declares it. */
export interface Pool {
  id: string;
  /** The id without its region: what SRP hashes. */
  name: string;
  arn: string;
  passwordMinLength: number;
  temporaryPasswordDays: number;
  /** Longest value of each attribute, by full name (`custom:role`). */
  attributes: ReadonlyMap<string, number>;
  requiredAttributes: readonly string[];
  verification: MessageTemplate;
  from: string;
  triggers: z.output<typeof triggers>;
}

export type TriggerName = keyof Pool['triggers'];

const maxValueLength = 2048;

/** Reads `AWS::Cognito::UserPool`. Throws on a property that is not emulated. */
export function readPool(resource: Resource): Pool {
  const { ref, attributes } = resource;
  const declared = readProperties(resource, properties);
  const { EmailSubject, EmailMessage } = declared.VerificationMessageTemplate;
  const { MinimumLength, TemporaryPasswordValidityDays } = declared.Policies.PasswordPolicy;
  const lengths = new Map([
    ['sub', maxValueLength],
    ['email_verified', maxValueLength],
  ]);
  for (const { Name, AttributeDataType, StringAttributeConstraints } of declared.Schema) {
    const fullName = AttributeDataType ? `custom:${Name}` : Name;
    lengths.set(fullName, StringAttributeConstraints?.MaxLength ?? maxValueLength);
  }
  return {
    id: ref,
    name: ref.slice(ref.indexOf('_') + 1),
    arn: attributes.Arn!,
    passwordMinLength: MinimumLength,
    temporaryPasswordDays: TemporaryPasswordValidityDays,
    attributes: lengths,
    requiredAttributes: declared.Schema.filter(({ Required }) => Required).map(({ Name }) => Name),
    verification: { subject: EmailSubject, message: EmailMessage },
    from: declared.EmailConfiguration.From,
    triggers: declared.LambdaConfig,
  };
}
