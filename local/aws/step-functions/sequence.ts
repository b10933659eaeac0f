import type { States } from '#local/aws/step-functions/definition.ts';
import type { Execution, Journal } from '#local/aws/step-functions/journal.ts';
import type { Json } from '#local/aws/step-functions/json-path.ts';
import type { TaskRunner } from '#local/aws/step-functions/task.ts';

/** A sequence of states that runs: the execution itself, a branch, or a Map item. */
export interface Sequence {
  execution: Execution;
  journal: Journal;
  runner: TaskRunner;
  /** Path of its frame in the journal; the execution's own is empty. */
  path: string;
  states: States;
  input: Json;
  /** `Map` of the context object, inside a Map. */
  mapContext?: Json;
  signal: AbortSignal;
}

/** Runs a sequence to its end; handed to branches and items, which are sequences themselves. */
export type RunSequence = (sequence: Sequence) => Promise<Json>;
