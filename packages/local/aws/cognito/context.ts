import type { InvokeFunction } from '#local/aws/service.ts';
import type { Clock } from '#local/clock.ts';
import type { Client } from './client.ts';
import type { Pool } from './pool.ts';
import type { SigningKey } from './signing-key.ts';
import type { CognitoStore } from './store.ts';
import type { User } from './user.ts';

export interface Mail {
  from: string;
  to: string;
  subject: string;
  html?: string;
  text?: string;
}

export interface CognitoOptions {
  dataDir: string;
  clock: Clock;
  region: string;
  sendMail(mail: Mail): Promise<void>;
  /** Runs the pool's triggers. */
  invoke: InvokeFunction;
}

/** The parts that every operation uses. */
export interface Cognito extends Omit<CognitoOptions, 'dataDir'> {
  store: CognitoStore;
  key: SigningKey;
  pools: Map<string, Pool>;
  clients: Map<string, Client>;
  issuer(poolId: string): string;
}

/** An app client and its pool. */
export interface App {
  pool: Pool;
  client: Client;
}

/** A user, with the app and the pool of the call. */
export interface SignedIn extends App {
  user: User;
}
