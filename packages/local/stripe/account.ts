import { DueTimer } from '#local/due-timer.ts';
import { Books } from './books.ts';
import { StripeFailure } from './failure.ts';
import type { KeptAnswer, StripeStore } from './store.ts';
import { catchUp } from './timeline.ts';
import type { WebhookSender } from './webhooks.ts';

export interface AccountOptions {
  store: StripeStore;
  /** `http://localhost:3000`, for the addresses in answers. */
  origin: string;
  sender: WebhookSender;
  /** Milliseconds since 1970. */
  now(): number;
  onFault(error: unknown): void;
}

/** The account of an installation. It runs calls one after the other and does what becomes due. */
export class Account {
  readonly #options: AccountOptions;
  readonly #timer: DueTimer;

  constructor(options: AccountOptions) {
    this.#options = options;
    this.#timer = new DueTimer({
      now: () => options.now(),
      run: () => this.#catchUp(),
      onFault: (error) => options.onFault(error),
    });
  }

  start(): void {
    this.#timer.start();
  }

  stop(): void {
    this.#timer.stop();
  }

  get now(): number {
    return Math.floor(this.#options.now() / 1000);
  }

  /** Does what is due. Call it whenever the clock changes. */
  wake(): void {
    this.#timer.check();
  }

  /** Returns when the next is due, in milliseconds. */
  #catchUp(): number {
    const { store, origin, sender } = this.#options;
    catchUp(store, origin, this.now);
    return Math.min(store.nextDue()?.dueAt ?? Infinity, sender.send() ?? Infinity) * 1000;
  }

  /**
   * Runs a call as one transaction, after everything that was due before it. If it throws, its writes are
   * undone, except the attempt of a refused payment.
   */
  run<T>(call: (books: Books) => T): T {
    const { store, origin } = this.#options;
    catchUp(store, origin, this.now);
    let refused: StripeFailure | undefined;
    try {
      const result = store.transaction(() => {
        try {
          return call(new Books(store, origin, this.now));
        } catch (error) {
          if (!(error instanceof StripeFailure) || !error.keepsWrites) throw error;
          refused = error;
          return undefined;
        }
      });
      if (refused) throw refused;
      return result as T;
    } finally {
      this.wake();
    }
  }

  /**
   * Answers a call with an idempotency key. A repeated call gets the first answer and has no further
   * effect. The answer is stored in the transaction of the call; a call that throws stores none. Throws if
   * the key was used for another request.
   */
  once(key: string, request: string, call: (books: Books) => KeptAnswer): KeptAnswer {
    return this.run((books) => {
      const kept = books.store.answer(key, books.now);
      if (kept && kept.request !== request) {
        throw new StripeFailure(400, {
          type: 'idempotency_error',
          message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
        });
      }
      if (kept) return kept;
      const answer = call(books);
      books.store.keepAnswer(key, answer, books.now);
      return answer;
    });
  }
}
