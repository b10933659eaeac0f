import type { LambdaFunction } from '#local/assembly/functions.ts';
import type { Instance } from './instance.ts';

/** The instances of one function and the requests that wait for one. */
export interface Pool {
  /** Runs one event (JSON) on a free instance. Starts one or waits for one if none is free. */
  invoke(event: string): Promise<string>;
  /** How many instances there are, busy or not. */
  size(): number;
  /** Instances that wait for work. */
  idle(): Instance[];
  /** Forgets an instance that the caller has stopped. */
  remove(instance: Instance): void;
  /** Ends the instances and what they do; the next request starts another. */
  crash(): void;
  /** Ends the instances once they are free. Requests that wait are answered by them before. */
  retire(): void;
  stop(): Promise<void>;
}

/**
 * Lambda starts an instance for every request that finds none free. One machine has few cores, so a request first
 * waits for an instance to become free, about as long as a start takes.
 */
const patienceMs = 150;
const mostInstances = 4;

/** Keeps the instances of `definition`. Calls `onIdle` whenever an instance becomes free. */
export function openPool(
  definition: LambdaFunction,
  start: () => Instance,
  onIdle: () => void,
): Pool {
  const limit = Math.min(definition.maxInstances ?? mostInstances, mostInstances);
  const all = new Set<Instance>();
  const free: Instance[] = [];
  const waiting: ((instance: Instance) => void)[] = [];
  let stopped = false;

  const release = (instance: Instance) => {
    if (!instance.alive) {
      all.delete(instance);
      if (waiting.length > 0) add();
      return;
    }
    const next = waiting.shift();
    if (next) {
      next(instance);
    } else if (stopped) {
      void instance.stop();
    } else {
      free.push(instance);
      onIdle();
    }
  };
  const add = () => {
    if (stopped || all.size >= limit) return;
    const instance = start();
    all.add(instance);
    release(instance);
  };
  const acquire = (): Promise<Instance> => {
    // Take the most recently used one: its code may still be in the processor's cache.
    for (let instance = free.pop(); instance; instance = free.pop()) {
      if (instance.alive) return Promise.resolve(instance);
      all.delete(instance);
    }
    return new Promise((resolve) => {
      waiting.push(resolve);
      if (all.size === 0) add();
      else setTimeout(() => waiting.includes(resolve) && add(), patienceMs);
    });
  };

  return {
    async invoke(event) {
      const instance = await acquire();
      try {
        return await instance.invoke(event);
      } finally {
        release(instance);
      }
    },
    size: () => all.size,
    idle: () => free.filter((instance) => instance.alive),
    remove(instance) {
      all.delete(instance);
      free.splice(free.indexOf(instance), 1);
    },
    crash() {
      for (const instance of all) void instance.stop();
    },
    retire() {
      stopped = true;
      for (const instance of free.splice(0)) void instance.stop();
    },
    async stop() {
      stopped = true;
      await Promise.all([...all].map((instance) => instance.stop()));
      all.clear();
      free.length = 0;
    },
  };
}
