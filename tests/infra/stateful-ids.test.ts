import { expect, test } from 'vitest';
import { synthesize } from './synthesize.ts';

/** Types whose resources hold data, or an address that others know. With another logical id they would be created again, empty. */
const stateful =
  /^AWS::(DynamoDB::Table|S3::Bucket|Cognito::UserPool|Cognito::UserPoolClient|KMS::Key|SecretsManager::Secret|SES::EmailIdentity|SQS::Queue|CloudFront::Distribution|ApiGatewayV2::Api)$/;

test('stateful resources keep their logical ids: tests/infra/stateful-ids.txt changes only when one is added', async () => {
  const lines = Object.entries(synthesize('prod')).flatMap(([stack, { Resources }]) =>
    Object.entries(Resources)
      .filter(([, { Type }]) => stateful.test(Type))
      .map(([id, { Type }]) => `${stack} ${Type} ${id}`),
  );
  await expect(`${lines.toSorted().join('\n')}\n`).toMatchFileSnapshot('stateful-ids.txt');
});
