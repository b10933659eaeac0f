import * as z from 'zod';
import { type Resource, readProperties } from '#local/assembly/resource.ts';

const ignored = z.unknown().optional();

/** Properties of `AWS::Cognito::UserPoolClient` as the product's template has them. Lifetimes in minutes. */
const properties = z.strictObject({
  UserPoolId: z.string(),
  AccessTokenValidity: z.int().positive(),
  IdTokenValidity: z.int().positive(),
  RefreshTokenValidity: z.int().positive(),
  TokenValidityUnits: z.strictObject({
    AccessToken: z.literal('minutes'),
    IdToken: z.literal('minutes'),
    RefreshToken: z.literal('minutes'),
  }),
  ExplicitAuthFlows: z.array(
    z.enum(['ALLOW_USER_SRP_AUTH', 'ALLOW_USER_PASSWORD_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH']),
  ),
  ReadAttributes: z.array(z.string()),
  WriteAttributes: z.array(z.string()),
  AllowedOAuthFlowsUserPoolClient: z.literal(false),
  EnableTokenRevocation: z.literal(true),
  RefreshTokenRotation: z
    .strictObject({
      Feature: z.literal('ENABLED'),
      RetryGracePeriodSeconds: z.int().min(0).max(60),
    })
    .optional(),
  GenerateSecret: z.literal(false),
  PreventUserExistenceErrors: z.literal('ENABLED'),
  SupportedIdentityProviders: z.tuple([z.literal('COGNITO')]),
  ClientName: ignored,
});

/** An app client as the template declares it. Lifetimes in milliseconds. */
export interface Client {
  id: string;
  poolId: string;
  /** `ALLOW_USER_SRP_AUTH` and the like. */
  flows: ReadonlySet<string>;
  accessTokenMs: number;
  idTokenMs: number;
  refreshTokenMs: number;
  /** How long a refresh token still works after it was replaced; undefined if a refresh replaces none. */
  rotationGraceMs: number | undefined;
  /** Attributes that the app may read or write. */
  readable: ReadonlySet<string>;
  writable: ReadonlySet<string>;
}

const minuteMs = 60_000;

/** Reads `AWS::Cognito::UserPoolClient`. Throws on a property that is not emulated. */
export function readClient(resource: Resource): Client {
  const declared = readProperties(resource, properties);
  return {
    id: resource.ref,
    poolId: declared.UserPoolId,
    flows: new Set(declared.ExplicitAuthFlows),
    accessTokenMs: declared.AccessTokenValidity * minuteMs,
    idTokenMs: declared.IdTokenValidity * minuteMs,
    refreshTokenMs: declared.RefreshTokenValidity * minuteMs,
    rotationGraceMs:
      declared.RefreshTokenRotation && declared.RefreshTokenRotation.RetryGracePeriodSeconds * 1000,
    readable: new Set(declared.ReadAttributes),
    writable: new Set(declared.WriteAttributes),
  };
}
