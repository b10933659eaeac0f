import { createHmac } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { InjectedFaults } from '#local/aws/injected-faults.ts';
import type { LocalClock } from '#local/clock.ts';
import { Account } from './account.ts';
import { openLocalPages } from './local-pages.ts';
import { stripeOperations } from './operations.ts';
import { StripeStore } from './store.ts';
import { WebhookSender } from './webhooks.ts';
import { openStripeWire } from './wire.ts';

export interface StripeOptions {
  dataDir: string;
  clock: LocalClock;
  /** `http://localhost:3000`: Stripe's clients take its host, port and protocol. */
  origin: string;
  /** The secret of the installation, from which the API key is made. */
  secret: string;
  meetFault?: InjectedFaults['meet'];
  onFault(error: unknown): void;
}

/** A Stripe of one account on this machine, see docs/billing.md. */
export interface LocalStripe {
  /** `sk_test_…`, the only key that is accepted. */
  readonly secretKey: string;
  /** Whether a path is Stripe's: `/v1/…`, or a local page of it. */
  owns(path: string): boolean;
  handle(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void>;
  /** Starts the timers and the webhooks. */
  resume(): void;
  /** Stops sending. Due deliveries are left to the next process. */
  suspend(): Promise<void>;
  close(): void;
}

export function openStripe(options: StripeOptions): LocalStripe {
  const { clock, origin, meetFault, onFault } = options;
  const store = new StripeStore(join(options.dataDir, 'stripe.sqlite'));
  const sender = new WebhookSender(store, clock, onFault);
  const account = new Account({ store, sender, origin, now: clock.now, onFault });
  clock.onChange(() => account.wake());
  const digest = createHmac('sha256', options.secret).update('stripe key').digest('hex');
  const secretKey = `sk_test_${digest.slice(0, 32)}`;
  const api = openStripeWire({
    account,
    secretKey,
    meetFault,
    onFault,
    operations: stripeOperations,
  });
  const pages = openLocalPages(account);
  return {
    secretKey,
    owns: (path) => path.startsWith('/v1/') || path.startsWith('/_local/stripe/'),
    handle: (request, response, url) =>
      url.pathname.startsWith('/v1/') ? api(request, response, url) : pages(request, response, url),
    resume: () => account.start(),
    async suspend() {
      account.stop();
      await sender.stop();
    },
    close: () => store.close(),
  };
}
