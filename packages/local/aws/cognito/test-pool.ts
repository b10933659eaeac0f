import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import type { Resource } from '#local/assembly/resource.ts';
import { callAsHost } from '#local/aws/run-operation.ts';
import { AwsError, type Service } from '#local/aws/service.ts';
import { openCognito } from './cognito.ts';
import type { CognitoOptions, Mail } from './context.ts';

export const poolId = 'eu-west-1_Abc123xyz';
export const clientId = 'testclient0000000000000001';

/** Making a key takes longer than a test: one is enough for all pools of a test file. */
const signingKey = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
}).privateKey;

function newDataDir(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'cognito-'));
  writeFileSync(join(dataDir, 'cognito-signing-key.pem'), signingKey, { mode: 0o600 });
  return dataDir;
}

/** An app client as the tests use it. */
export const clientProperties = {
  UserPoolId: poolId,
  AccessTokenValidity: 60,
  IdTokenValidity: 60,
  RefreshTokenValidity: 43_200,
  TokenValidityUnits: { AccessToken: 'minutes', IdToken: 'minutes', RefreshToken: 'minutes' },
  ExplicitAuthFlows: [
    'ALLOW_USER_SRP_AUTH',
    'ALLOW_USER_PASSWORD_AUTH',
    'ALLOW_REFRESH_TOKEN_AUTH',
  ],
  ReadAttributes: ['email', 'email_verified', 'name', 'custom:role'],
  WriteAttributes: ['email', 'name'],
  AllowedOAuthFlowsUserPoolClient: false,
  EnableTokenRevocation: true,
  GenerateSecret: false,
  PreventUserExistenceErrors: 'ENABLED',
  SupportedIdentityProviders: ['COGNITO'],
};

/** A pool as the tests use it; `pool` and `client` replace properties. */
export async function openTestPool(
  changes: {
    dataDir?: string;
    pool?: Record<string, unknown>;
    client?: Record<string, unknown>;
    invoke?: CognitoOptions['invoke'];
  } = {},
) {
  const dataDir = changes.dataDir ?? newDataDir();
  const mails: Mail[] = [];
  const clock = { advancedMs: 0, now: () => Date.now() + clock.advancedMs };
  const cognito = await openCognito({
    dataDir,
    clock,
    region: 'eu-west-1',
    sendMail: async (mail) => void mails.push(mail),
    invoke: changes.invoke ?? (async (arn) => Promise.reject(new Error(`no function ${arn}`))),
  });
  await cognito.declare(
    resource('AWS::Cognito::UserPool', poolId, {
      AccountRecoverySetting: { RecoveryMechanisms: [{ Name: 'verified_email', Priority: 1 }] },
      AdminCreateUserConfig: { AllowAdminCreateUserOnly: false },
      AutoVerifiedAttributes: ['email'],
      EnabledMfas: ['SOFTWARE_TOKEN_MFA'],
      MfaConfiguration: 'OPTIONAL',
      Policies: {
        PasswordPolicy: {
          MinimumLength: 10,
          RequireLowercase: false,
          RequireNumbers: false,
          RequireSymbols: false,
          RequireUppercase: false,
          TemporaryPasswordValidityDays: 7,
        },
      },
      Schema: [
        { Name: 'email', Mutable: true, Required: true },
        { Name: 'name', Mutable: true },
        { Name: 'role', AttributeDataType: 'String', Mutable: true },
      ],
      UserAttributeUpdateSettings: { AttributesRequireVerificationBeforeUpdate: ['email'] },
      UsernameAttributes: ['email'],
      UsernameConfiguration: { CaseSensitive: false },
      VerificationMessageTemplate: {
        DefaultEmailOption: 'CONFIRM_WITH_CODE',
        EmailMessage: 'Your confirmation code is {####}',
        EmailSubject: 'Your verification code',
      },
      ...changes.pool,
    }),
  );
  await cognito.declare(
    resource('AWS::Cognito::UserPoolClient', clientId, { ...clientProperties, ...changes.client }),
  );
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
  const call = (operation: string, input: Record<string, unknown>): Promise<any> =>
    callAsHost(cognito, operation, input);
  const code = () => /\d{6}/.exec(mails.at(-1)?.text ?? '')?.[0] ?? '';
  const signUp = async (email: string, password: string) => {
    await call('SignUp', { ClientId: clientId, Username: email, Password: password });
    await call('ConfirmSignUp', { ClientId: clientId, Username: email, ConfirmationCode: code() });
  };
  const signIn = async (email: string, password: string) => {
    const AuthParameters = { USERNAME: email, PASSWORD: password };
    const input = { ClientId: clientId, AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters };
    return call('InitiateAuth', input);
  };
  return { cognito, clock, mails, dataDir, call, code, signUp, signIn };
}

/** A resource of the template, resolved. */
export function resource(type: string, ref: string, properties: Resource['properties']): Resource {
  const attributes = { Arn: `arn:aws:cognito-idp:eu-west-1:000000000000:userpool/${ref}` };
  return { stack: 'test', logicalId: ref, type, ref, attributes, properties, metadata: {} };
}

/** Serves a JSON service over HTTP as its SDK expects, without signatures. */
export async function serveJson(
  service: Service,
  onCall: (operation: string, input: Record<string, unknown>) => void = () => {},
): Promise<{ url: string; close(): void }> {
  const server = createServer(async (request, response) => {
    try {
      const operation = String(request.headers['x-amz-target']).split('.')[1] ?? '';
      const input = (await json(request)) as Record<string, unknown>;
      onCall(operation, input);
      response.end(JSON.stringify(await callAsHost(service, operation, input)));
    } catch (error) {
      const { code, statusCode } =
        error instanceof AwsError ? error : { code: 'InternalError', statusCode: 500 };
      const message = error instanceof Error ? error.message : String(error);
      response.writeHead(statusCode).end(JSON.stringify({ __type: code, message }));
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}
