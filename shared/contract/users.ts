import * as z from 'zod';
import { limits } from '#shared/limits.ts';
import type { Endpoint } from './endpoint.ts';
import { email, fullName, id, organizationName, page, pageQuery, timestamp } from './fields.ts';
import { onlyMembers } from './only-members.ts';

export const role = z.enum(['admin', 'member']);
export type Role = z.output<typeof role>;

export const subscriptionSchema = z
  .object({
    id: z.string().optional(),
    status: z.string().meta({ description: 'trialing, active, past_due, canceled, unpaid …' }),
    trial_end: z.number().optional().meta({ description: 'Seconds since 1970' }),
    current_period_start: z.number().meta({ description: 'Seconds since 1970' }),
    current_period_end: z.number().optional().meta({ description: 'Seconds since 1970' }),
    pause_collection: z.object({ behavior: z.string() }).nullish(),
    plan: z
      .object({
        amount: z.int().meta({ description: 'Cents of each period' }),
        interval: z.enum(['month', 'year']),
      })
      .optional()
      .meta({ description: 'Absent until a plan was bought' }),
    cancel_at_period_end: z.boolean().optional(),
    discount: z.object({ coupon: z.object({ percent_off: z.number().nullable() }) }).nullish(),
    _isExpired: z
      .boolean()
      .meta({ description: 'If true, uploads, builds and queries are refused' }),
    _daysInPeriod: z.number().int().meta({ description: 'Whole days since the period began' }),
  })
  .meta({ id: 'Subscription' });

export const stripeInfoSchema = z
  .object({
    sources: z.object({
      data: z.array(
        z.object({
          status: z.string().meta({ description: 'new: the bank account is to be verified' }),
          last4: z.string(),
        }),
      ),
    }),
  })
  .meta({ id: 'StripeInfo' });

const organizationOfUser = z.object({
  item_id: id,
  collection_id: id.meta({ description: 'The same as item_id' }),
  name: z.string(),
  stripe_customer_id: z.string().optional(),
  last4: z.string().optional(),
  confidential_queries: z
    .boolean()
    .meta({ description: 'If true, texts of queries are neither kept nor logged' }),
  second_factor_required: z
    .boolean()
    .meta({ description: 'If true, members need a session that began with an authenticator app' }),
  payment_method: z.string().optional().meta({ description: 'Visa, STRIPE TEST BANK …' }),
});

export const userSchema = z
  .object({
    item_id: id,
    auth_user_id: id,
    email: z.string(),
    full_name: z.string(),
    email_verified: z.boolean(),
    type: z.enum(['sign_up', 'invite']),
    role: role.optional(),
    org_id: id.optional(),
    created_at: timestamp,
    foretheta_admin: z
      .boolean()
      .optional()
      .meta({ description: 'True for staff of the provider, who see the admin portal' }),
    second_factor_since: z.number().optional().meta({
      description:
        'Seconds since 1970. Sessions that began since then had to enter a code of an authenticator app',
    }),
    lacks_second_factor: z.literal(true).optional().meta({
      description:
        'Present if the organization requires a second factor that this session began without: other calls are refused. Only in get-user',
    }),
    subscription: subscriptionSchema
      .optional()
      .meta({ description: 'The organization’s subscription. Only present in get-user' }),
    stripe_subscription_id: z
      .string()
      .optional()
      .meta({ description: 'This and all below: only present in get-user, billing for admins' }),
    last4: z
      .string()
      .optional()
      .meta({ description: 'Last digits of the card or bank account that is charged' }),
    stripe_info: stripeInfoSchema.optional(),
    organization: organizationOfUser.optional(),
  })
  .meta({ id: 'User' });

export type User = z.output<typeof userSchema>;

export const teamMemberSchema = z
  .object({
    user_id: id,
    email: z.string(),
    full_name: z.string(),
    role,
    status: z
      .enum(['CONFIRMED', 'PENDING'])
      .meta({ description: 'PENDING until an invited person has signed in' }),
    second_factor: z
      .boolean()
      .meta({ description: 'Whether sign-ins ask for a code of an authenticator app' }),
  })
  .meta({ id: 'TeamMember' });

export type TeamMember = z.output<typeof teamMemberSchema>;

const signUpBody = z.object({
  full_name: fullName,
  email,
  auth_user_id: id,
  type: z.literal('sign_up'),
});

const inviteBody = z.object({
  full_name: fullName,
  email,
  role: role.default('member'),
  org_name: z.string().max(limits.organizationNameMaxLength).optional(),
  org_id: id,
  auth_user_id: id.meta({ description: 'Id of the admin who invites' }),
  type: z.literal('invite'),
  resend: z
    .boolean()
    .optional()
    .meta({ description: 'Sends a pending invitation again with a new temporary password' }),
});

export type Invitation = z.output<typeof inviteBody>;

const ownUpdateBody = z
  .strictObject({
    auth_user_id: id,
    full_name: fullName.optional(),
    email_verified: z.literal(true).optional().meta({ description: 'Must match the token' }),
  })
  .refine((body) => body.full_name !== undefined || body.email_verified !== undefined, {
    error: 'nothing to change',
  })
  .meta({ anyOf: [{ required: ['full_name'] }, { required: ['email_verified'] }] });

const roleChangeBody = z.strictObject({
  email: email.meta({ description: 'Address of the member' }),
  user_id: id.meta({ description: 'Id of the member: `user_id` of the team list' }),
  role,
  auth_user_id: id.meta({ description: 'Id of the admin who changes the role' }),
});

export type RoleChange = z.output<typeof roleChangeBody>;

const organizationNameBody = z.strictObject({
  auth_user_id: id.meta({ description: 'Id of the admin who renames the organization' }),
  org_name: organizationName,
  org_id: id.optional(),
});

export const users = {
  'create-user': {
    method: 'POST',
    path: '/api/users',
    access: 'token',
    tag: 'Users',
    summary:
      'With type `sign_up`, creates the user record of an account that signed in for the first time. With type `invite`, invites a person into the organization of the calling admin.',
    body: z.discriminatedUnion('type', [signUpBody, inviteBody]),
    output: z.union([userSchema, teamMemberSchema]),
    errors: [
      'UserNotFound',
      'SecondFactorRequired',
      'NoOrganization',
      'Forbidden',
      'NotFound',
      'UserExists',
      'UserInOrganization',
      'TooManyAttempts',
    ],
  },
  'get-user': {
    method: 'GET',
    path: '/api/users',
    access: 'user',
    tag: 'Users',
    summary: 'The signed-in user.',
    query: z.object({
      user_id: id.optional(),
      device: z
        .string()
        .regex(/^[\da-f-]{36}$/)
        .optional()
        .meta({
          description:
            'What the page keeps in this browser. The person is told of a new one by mail',
        }),
    }),
    output: userSchema,
  },
  'update-user': {
    method: 'PUT',
    path: '/api/users',
    access: 'user',
    tag: 'Users',
    summary:
      'Changes the name of the signed-in user or records that the address is verified. Admins can also change the role of another member, or the name of the organization.',
    body: z.union([ownUpdateBody, roleChangeBody, organizationNameBody]),
    output: z.union([userSchema, teamMemberSchema]),
    errors: [
      'NoOrganization',
      'TooManyAttempts',
      'Forbidden',
      'MemberNotFound',
      'OwnMembership',
      'NotFound',
      'OrganizationNameTooShort',
    ],
  },
  'sign-out': {
    method: 'POST',
    path: '/api/sign-out',
    access: 'user',
    tag: 'Users',
    summary: 'Ends the session of the token, or all sessions of its user, with immediate effect.',
    body: onlyMembers({
      everywhere: z.boolean().default(false).meta({ description: 'Sign out on all devices' }),
      refresh_token: z.string().min(1).max(10_000).optional().meta({
        description:
          'Refresh token of the session. Required unless `everywhere` is true: the user pool takes it, and the access tokens made from it, until it is revoked',
      }),
    })
      .refine(({ everywhere, refresh_token }) => everywhere || refresh_token !== undefined, {
        error: 'the refresh token of the session is needed, or everywhere: true',
        path: ['refresh_token'],
      })
      .meta({
        anyOf: [
          { required: ['refresh_token'] },
          { required: ['everywhere'], properties: { everywhere: { const: true } } },
        ],
      }),
    output: z.object({}),
    errors: ['TooManyAttempts'],
  },
  'list-breached-passwords': {
    method: 'GET',
    path: '/api/breached-passwords/{prefix}',
    access: 'public',
    tag: 'Users',
    summary:
      'Lists the ends of leaked passwords’ SHA-1 that continue a prefix, a line each with the number of leaks: 0 for lines that stand for no password. Empty if the list is off, or cannot be read now.',
    params: z.object({
      prefix: z
        .string()
        .regex(/^[0-9A-F]{5}$/)
        .meta({ description: 'First five hexadecimal digits of the hash' }),
    }),
    output: z.string(),
    mediaType: 'text/plain',
  },
  'confirm-second-factor': {
    method: 'POST',
    path: '/api/second-factor',
    access: 'user',
    tag: 'Users',
    summary:
      'Looks up whether the signed-in user has an authenticator app, and whether this session began with its code. Call it after a sign-in when `lacks_second_factor` is true, and after the app was set up or removed.',
    body: onlyMembers({}),
    output: z.object({
      on: z.boolean().meta({ description: 'Whether sign-ins ask for a code' }),
      confirmed: z.boolean().meta({ description: 'Whether this session began with one' }),
    }),
    errors: ['TooManyAttempts'],
  },
  'list-users': {
    method: 'GET',
    path: '/api/list_users',
    access: 'member',
    tag: 'Users',
    summary: 'Lists the team: members and invited people, ordered by address.',
    query: z.object({ org_id: id.optional(), ...pageQuery }),
    output: page(teamMemberSchema),
    errors: ['NotFound'],
  },
  'remove-user': {
    method: 'POST',
    path: '/api/user/remove',
    access: 'admin',
    tag: 'Users',
    summary: 'Removes a member or an invitation and deletes the account, with immediate effect.',
    body: z.object({
      username: email.meta({ description: 'Address of the member' }),
      org_id: id,
      auth_user_id: id.meta({ description: 'Id of the admin who removes the member' }),
    }),
    output: teamMemberSchema,
    errors: ['NotFound', 'MemberNotFound', 'OwnMembership'],
  },
} as const satisfies Record<string, Endpoint>;
