import { expect, test } from 'vitest';
import { synthesize } from './synthesize.ts';

/** Types whose resources hold data, or an address that others know. Another logical id would make them anew, empty. */
const lasting =
  /^AWS::(DynamoDB::Table|S3::Bucket|Cognito::UserPool|Cognito::UserPoolClient|KMS::Key|SecretsManager::Secret|SES::EmailIdentity|SQS::Queue|CloudFront::Distribution|ApiGatewayV2::Api)$/;

test('what lasts keeps its logical id: tests/infra/lasting.txt changes only when something is added', async () => {
  const lines = Object.entries(synthesize('prod')).flatMap(([stack, { Resources }]) =>
    Object.entries(Resources)
      .filter(([, { Type }]) => lasting.test(Type))
      .map(([id, { Type }]) => `${stack} ${Type} ${id}`),
  );
  await expect(`${lines.toSorted().join('\n')}\n`).toMatchFileSnapshot('lasting.txt');
});
