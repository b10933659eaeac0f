/** A sleeping laptop's timers are late: look at the clock at least this often. */
const maxPauseMs = 60_000;

/** What becomes due by the local clock. All times are milliseconds since 1970. */
export interface DueWork {
  now(): number;
  /** Does what is due. Returns when the next is, `Infinity` if nothing waits. */
  run(): number;
  /** Called with what `run` throws. It is tried again within a minute. */
  onFault(error: unknown): void;
}

/** Does work when the local clock reaches its time, from `start` to `stop`. */
export class DueTimer {
  readonly #work: DueWork;
  #timer: NodeJS.Timeout | undefined;
  #stopped = true;

  constructor(work: DueWork) {
    this.#work = work;
  }

  get stopped(): boolean {
    return this.#stopped;
  }

  start(): void {
    this.#stopped = false;
    this.check();
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  /** Does what is due and sets the timer for what comes next. Call it whenever the work or the clock changes. */
  check(): void {
    if (this.#stopped) return;
    clearTimeout(this.#timer);
    let next = Infinity;
    try {
      next = this.#work.run();
    } catch (error) {
      this.#work.onFault(error);
    }
    const pauseMs = Math.min(next - this.#work.now(), maxPauseMs);
    this.#timer = setTimeout(() => this.check(), Math.max(pauseMs, 0));
    this.#timer.unref();
  }
}
