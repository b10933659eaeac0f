/** `npm run billing`: connects an installation with a Stripe account, and pauses the payments of a customer. */
import { parseArgs } from 'node:util';
import {
  GetParameterCommand,
  ParameterNotFound,
  PutParameterCommand,
  SSMClient,
} from '@aws-sdk/client-ssm';
import Stripe from 'stripe';
import { setUpBilling } from './set-up.ts';

const help = `Usage: STRIPE_SECRET_KEY=sk_… npm run billing -- setup --env NAME --origin URL
       STRIPE_SECRET_KEY=sk_… npm run billing -- pause|resume SUBSCRIPTION

setup makes the product, its prices and the webhook endpoint in the Stripe account of the key, and
stores key and webhook secret in the encrypted parameter antecede-NAME-stripe. Can be repeated.

pause waives the invoices of a subscription (sub_…), whose customer is served as if it had paid;
resume collects again.

  --env NAME     environment that was deployed: dev, staging, prod
  --origin URL   where customers reach it: https://search.example.com
  --region NAME  AWS region, by default us-east-1

The AWS credentials are those of the shell. See docs/billing.md.`;

/** Stripe, or the local one at `STRIPE_ENDPOINT`. */
function connect(secretKey: string): Stripe {
  const endpoint = process.env.STRIPE_ENDPOINT;
  if (!endpoint) return new Stripe(secretKey, { telemetry: false });
  const { hostname: host, port } = new URL(endpoint);
  return new Stripe(secretKey, { host, port, protocol: 'http', telemetry: false });
}

/** What an earlier set-up has stored. */
async function storedKeys(
  ssm: SSMClient,
  Name: string,
): Promise<{ secretKey?: string; webhookSecret?: string }> {
  try {
    const { Parameter } = await ssm.send(new GetParameterCommand({ Name, WithDecryption: true }));
    return JSON.parse(Parameter!.Value!);
  } catch (error) {
    if (error instanceof ParameterNotFound) return {};
    throw error;
  }
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      env: { type: 'string' },
      origin: { type: 'string' },
      region: { type: 'string', default: 'us-east-1' },
      help: { type: 'boolean', default: false },
    },
  });
  const { env, origin, region } = values;
  const secretKey = process.env.STRIPE_SECRET_KEY;
  if (values.help) {
    console.log(help);
    return 0;
  }
  const [command, subscription] = positionals;
  if (secretKey && subscription && (command === 'pause' || command === 'resume')) {
    await connect(secretKey).subscriptions.update(subscription, {
      pause_collection: command === 'pause' ? { behavior: 'mark_uncollectible' } : '',
    });
    console.log(`${subscription}: ${command === 'pause' ? 'paused' : 'resumed'}.`);
    return 0;
  }
  if (command !== 'setup' || !env || !origin || !secretKey) {
    console.error(secretKey ? help : `STRIPE_SECRET_KEY is not set.\n\n${help}`);
    return 2;
  }
  if (!/^https:\/\/[^/]+$/.test(origin)) {
    console.error(`${origin} is not an origin: https://search.example.com, without a path.`);
    return 2;
  }
  const ssm = new SSMClient({ region });
  const Name = `antecede-${env}-stripe`;
  const known = await storedKeys(ssm, Name);
  // A secret of another account signs nothing here.
  const knownSecret = known.secretKey === secretKey ? known.webhookSecret : undefined;
  const { webhookSecret, changes } = await setUpBilling(
    connect(secretKey),
    origin,
    knownSecret || undefined,
  );
  await ssm.send(
    new PutParameterCommand({
      Name,
      Value: JSON.stringify({ secretKey, webhookSecret }),
      Type: 'SecureString',
      Overwrite: true,
    }),
  );
  console.log(changes.length > 0 ? `Made: ${changes.join(', ')}.` : 'Everything was there.');
  console.log(`${Name} holds the keys. Functions that run take them within minutes.`);
  return 0;
}

process.exitCode = await main().catch((error: Error) => {
  console.error(error.message);
  return 1;
});
