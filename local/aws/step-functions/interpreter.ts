import { holds } from '#local/aws/step-functions/choice.ts';
import {
  effectiveInput,
  effectiveOutput,
  mergeResult,
  selectInput,
} from '#local/aws/step-functions/data-flow.ts';
import type { State } from '#local/aws/step-functions/definition.ts';
import { runMap, runParallel } from '#local/aws/step-functions/fan-out.ts';
import type { Frame } from '#local/aws/step-functions/journal.ts';
import { type Json, StateError, valueAt } from '#local/aws/step-functions/json-path.ts';
import { evaluate } from '#local/aws/step-functions/payload-template.ts';
import { catcherFor, nextAttempt } from '#local/aws/step-functions/recovery.ts';
import type { Sequence } from '#local/aws/step-functions/sequence.ts';
import { runTask } from '#local/aws/step-functions/task.ts';
import { refuseInterrupted, waitUntil } from '#local/aws/step-functions/waiting.ts';

/**
 * Runs a sequence from where its frame stands (or its beginning) to its end and gives its output.
 * Every transition is in the journal before the next state starts, so a killed process repeats at
 * most the states that were under way. Throws `StateError` when an error is not caught.
 */
export async function runSequence(sequence: Sequence): Promise<Json> {
  const { execution, journal, path, states, signal } = sequence;
  const now = () => sequence.runner.clock.now();
  const note = (frame: Frame) => {
    refuseInterrupted(signal);
    journal.putFrame(execution.arn, path, frame);
    return frame;
  };
  let frame =
    journal.frame(execution.arn, path) ??
    note({ state: states.StartAt, input: sequence.input, enteredAt: now(), retries: [] });
  while (frame.output === undefined) {
    const state = states.States[frame.state] as State;
    const enter = (next: string, input: Json) =>
      note({ state: next, input, enteredAt: now(), retries: [] });
    try {
      if (frame.dueAt !== undefined && state.Type !== 'Wait')
        await waitUntil(sequence.runner.clock, frame.dueAt, signal);
      const { output, next } = await runState(sequence, state, frame, note);
      if (next === undefined) frame = note({ ...frame, output });
      else frame = enter(next, output);
    } catch (error) {
      if (!(error instanceof StateError)) throw error;
      const attempt = nextAttempt(state, frame.retries, error);
      const catcher = catcherFor(state, error);
      if (attempt) {
        const retries = Array.from(state.Retry ?? [], (_, i) => frame.retries[i] ?? 0);
        retries[attempt.retrier] = (retries[attempt.retrier] ?? 0) + 1;
        frame = note({ ...frame, retries, dueAt: now() + attempt.delayMs });
      } else if (catcher) {
        const caught = { Error: error.error, Cause: error.message };
        frame = enter(catcher.Next, mergeResult(catcher.ResultPath, frame.input, caught));
      } else throw error;
    }
  }
  return frame.output;
}

interface Step {
  output: Json;
  /** Absent at the end of the sequence. */
  next?: string;
}

async function runState(
  sequence: Sequence,
  state: State,
  frame: Frame,
  note: (frame: Frame) => Frame,
): Promise<Step> {
  const context = contextOf(sequence, frame);
  const { input } = frame;
  const goOn = (output: Json): Step => ({ output, next: state.Next });
  switch (state.Type) {
    case 'Choice':
      return choose(state, input, context);
    case 'Succeed':
      return {
        output: effectiveOutput(
          { ...state, ResultPath: undefined },
          input,
          selectInput(state, input, context),
          context,
        ),
      };
    case 'Fail':
      throw new StateError(
        state.ErrorPath ? String(evaluate(state.ErrorPath, input, context)) : (state.Error ?? ''),
        state.CausePath ? String(evaluate(state.CausePath, input, context)) : (state.Cause ?? ''),
      );
    case 'Wait': {
      const selected = selectInput(state, input, context);
      const dueAt = frame.dueAt ?? waitEnd(state, selected, context, frame.enteredAt);
      if (frame.dueAt === undefined) note({ ...frame, dueAt });
      await waitUntil(sequence.runner.clock, dueAt, sequence.signal);
      return goOn(effectiveOutput(state, input, selected, context));
    }
    default: {
      const given = effectiveInput(state, input, context);
      const result = await resultOf(sequence, state, given, context);
      return goOn(effectiveOutput(state, input, result, context));
    }
  }
}

async function resultOf(
  sequence: Sequence,
  state: State,
  given: Json,
  context: Json,
): Promise<Json> {
  const below = `${sequence.path}/${pathPart(context)}`;
  if (state.Type === 'Pass') return state.Result ?? given;
  if (state.Type === 'Parallel') return runParallel(runSequence, sequence, below, state, given);
  if (state.Type === 'Map') return runMap(runSequence, sequence, below, state, given, context);
  const timeoutSeconds = state.TimeoutSecondsPath
    ? Number(valueAt(state.TimeoutSecondsPath, given, context, 'States.Runtime'))
    : state.TimeoutSeconds;
  const { runner, signal, execution } = sequence;
  return runTask(runner, {
    state,
    input: given,
    roleArn: execution.roleArn,
    timeoutSeconds,
    signal,
  });
}

function pathPart(context: Json): string {
  return ((context as Record<string, Json>).State as { Name: string }).Name;
}

function choose(state: State, input: Json, context: Json): Step {
  const selected = selectInput(state, input, context);
  const next = state.Choices?.find((rule) => holds(rule, selected, context))?.Next ?? state.Default;
  if (!next)
    throw new StateError(
      'States.NoChoiceMatched',
      'No choice rule matched and there is no Default',
    );
  return { output: effectiveOutput(state, input, selected, context), next };
}

function waitEnd(state: State, input: Json, context: Json, enteredAt: number): number {
  const at = (path: string) => valueAt(path, input, context, 'States.Runtime');
  const seconds = state.SecondsPath ? at(state.SecondsPath) : state.Seconds;
  if (seconds !== undefined) return enteredAt + Number(seconds) * 1000;
  const end = Date.parse(String(state.TimestampPath ? at(state.TimestampPath) : state.Timestamp));
  if (Number.isNaN(end))
    throw new StateError('States.Runtime', 'The end of the Wait is no timestamp');
  return end;
}

/** The context object, `$$`. */
function contextOf({ execution, mapContext }: Sequence, frame: Frame): Json {
  const [, machineName = ''] = /([^:]+)$/.exec(execution.machineArn) ?? [];
  const retryCount = frame.retries.reduce((sum, made) => sum + made, 0);
  return {
    Execution: {
      Id: execution.arn,
      Input: JSON.parse(execution.input),
      Name: execution.name,
      RoleArn: execution.roleArn,
      StartTime: new Date(execution.startedAt).toISOString(),
      RedriveCount: 0,
    },
    State: {
      Name: frame.state,
      EnteredTime: new Date(frame.enteredAt).toISOString(),
      RetryCount: retryCount,
    },
    StateMachine: { Id: execution.machineArn, Name: machineName },
    ...(mapContext !== undefined && { Map: mapContext }),
  };
}
