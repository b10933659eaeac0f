import * as z from 'zod';
import { AwsError, defineOperation, type Service } from '#local/aws/service.ts';

/** Parameters of Systems Manager on one machine. The local cloud sets them when it starts, as an operator would. */
export interface ParametersService extends Service {
  set(name: string, value: object): void;
}

/** Not emulated: versions, parameters that are not encrypted. A change ends with the local cloud. */
export function openSsm({
  region,
  account,
}: {
  region: string;
  account: string;
}): ParametersService {
  const parameters = new Map<string, string>();
  const arnOf = (name: string) => `arn:aws:ssm:${region}:${account}:parameter/${name}`;
  return {
    name: 'ssm',
    protocol: 'json-1.1',
    resourceTypes: [],
    invalidInput: 'ValidationException',
    operations: {
      GetParameter: defineOperation({
        // Without it, AWS answers with the encrypted text.
        input: z.strictObject({ Name: z.string(), WithDecryption: z.literal(true) }),
        permission: ({ Name }) => ({ action: 'ssm:GetParameter', resource: arnOf(Name) }),
        run({ Name }) {
          const Value = parameters.get(Name);
          if (Value === undefined) throw new AwsError('ParameterNotFound', `${Name} not found.`);
          return { Parameter: { Name, Type: 'SecureString', Value, ARN: arnOf(Name) } };
        },
      }),
      PutParameter: defineOperation({
        input: z.strictObject({
          Name: z.string(),
          Value: z.string().min(1),
          Type: z.literal('SecureString'),
          Overwrite: z.literal(true),
        }),
        permission: ({ Name }) => ({ action: 'ssm:PutParameter', resource: arnOf(Name) }),
        run({ Name, Value }) {
          parameters.set(Name, Value);
          return { Tier: 'Standard' };
        },
      }),
    },
    set(name, value) {
      parameters.set(name, JSON.stringify(value));
    },
    async declare() {},
    async close() {},
  };
}
