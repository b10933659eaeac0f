import * as z from 'zod';
import type { Resource } from '#local/assembly/resource.ts';
import { AwsError, defineOperation, type Service } from '#local/aws/service.ts';

/** Properties without a meaning on one machine. */
const ignored = new Set(['Description', 'Name', 'Tags']);

/**
 * Secrets Manager on one machine, for reading only. A secret has the value of its template until the local
 * cloud sets another one. Not emulated: writing, versions, rotation.
 */
export function openSecretsManager(): Service & {
  has(name: string): boolean;
  set(name: string, value: object): void;
} {
  const secrets = new Map<string, { name: string; value: string }>();

  function find(id: string) {
    for (const [arn, secret] of secrets) {
      if (id === arn || id === secret.name) return { arn, ...secret };
    }
    throw new AwsError(
      'ResourceNotFoundException',
      "Secrets Manager can't find the specified secret.",
    );
  }

  return {
    name: 'secretsmanager',
    protocol: 'json-1.1',
    resourceTypes: ['AWS::SecretsManager::Secret'],
    invalidInput: 'InvalidParameterException',
    operations: {
      GetSecretValue: defineOperation({
        input: z.strictObject({ SecretId: z.string() }),
        permission: ({ SecretId }) => ({
          action: 'secretsmanager:GetSecretValue',
          resource: find(SecretId).arn,
        }),
        run({ SecretId }) {
          const { arn, name, value } = find(SecretId);
          return { ARN: arn, Name: name, SecretString: value };
        },
      }),
    },

    has: (name) => secrets.values().some((secret) => secret.name === name),

    /** Gives the secret of this name another value, as an operator would. */
    set(name, value) {
      secrets.get(find(name).arn)!.value = JSON.stringify(value);
    },

    async declare({ stack, logicalId, properties, ref }: Resource) {
      const { SecretString, ...rest } = properties;
      for (const name of Object.keys(rest)) {
        if (ignored.has(name)) continue;
        throw new Error(`${stack}/${logicalId}: ${name} of a secret is not emulated`);
      }
      secrets.set(ref, { name: String(properties.Name), value: String(SecretString ?? '') });
    },

    async close() {},
  };
}
