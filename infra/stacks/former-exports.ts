import { SecretValue } from 'aws-cdk-lib';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { acknowledge } from '#infra/constructs/acknowledge.ts';
import { type EnvironmentStack, physicalName } from '#infra/constructs/environment-stack.ts';
import { keptOnceCreated } from '#infra/constructs/kept-once-created.ts';
import { createDeadLetters, hasOwnDeadLetters } from '#infra/constructs/queue.ts';
import { queues } from '#shared/resources.ts';

/** As they were made. Another text would be stored over the operator's. */
const secrets = [
  {
    name: 'Stripe',
    description: 'Keys of the payment provider, as JSON',
    empty: { secretKey: '', webhookSecret: '' },
  },
  {
    name: 'OpenAI',
    description: 'Key of the model behind the assistant, as JSON',
    empty: { apiKey: '' },
  },
];

/**
 * Keeps what versions before 0.2.0 had in the stack and exported: secrets, and a queue of dead letters for each queue.
 * CloudFormation lets none of them go while a deployed stack imports it. `formerExports` asks for it, for one deployment
 * (ADR 096).
 */
export function keepFormerExports(stack: EnvironmentStack): void {
  for (const { name, description, empty } of secrets) {
    const secret = new Secret(stack, `${name}Secret`, {
      secretName: physicalName(stack.settings, name.toLowerCase()),
      description,
      secretStringValue: SecretValue.unsafePlainText(JSON.stringify(empty)),
      removalPolicy: keptOnceCreated,
    });
    acknowledge(secret, { 'AwsSolutions-SMG4': 'It goes with the next deployment.' });
    stack.exportValue(secret.secretArn);
  }
  for (const name of queues) {
    if (hasOwnDeadLetters(name)) continue;
    stack.exportValue(createDeadLetters(stack, `${name}DeadLetters`).queueName);
  }
}
