import type { State } from '#local/aws/step-functions/definition.ts';
import { type Json, putAt, StateError, valueAt } from '#local/aws/step-functions/json-path.ts';
import { fillTemplate } from '#local/aws/step-functions/payload-template.ts';

/** The most that may pass between two states. */
const maxBytes = 256 * 1024;

/** What a state works on: `InputPath`, then `Parameters`. */
export function effectiveInput(state: State, input: Json, context: Json): Json {
  const selected = selectInput(state, input, context);
  // In a Map, `Parameters` is the old name of `ItemSelector`.
  if (state.Parameters === undefined || state.Type === 'Map') return selected;
  return fillTemplate(state.Parameters, selected, context);
}

/** `InputPath` alone. */
export function selectInput({ InputPath }: State, input: Json, context: Json): Json {
  if (InputPath === null) return {};
  return InputPath === undefined ? input : valueAt(InputPath, input, context, 'States.Runtime');
}

/** What a state hands on: `ResultSelector`, `ResultPath` into its input, then `OutputPath`. */
export function effectiveOutput(state: State, input: Json, result: Json, context: Json): Json {
  const selected =
    state.ResultSelector === undefined
      ? result
      : fillTemplate(state.ResultSelector, result, context);
  const merged = mergeResult(state.ResultPath, input, selected);
  const { OutputPath } = state;
  if (OutputPath === null) return {};
  const output =
    OutputPath === undefined ? merged : valueAt(OutputPath, merged, context, 'States.Runtime');
  return limited(output);
}

/** Puts a result (or a caught error) into a state's input. */
export function mergeResult(path: string | null | undefined, input: Json, result: Json): Json {
  if (path === null) return input;
  return path === undefined ? result : putAt(path, input, result);
}

/** Throws `States.DataLimitExceeded` for what AWS would not carry. */
function limited(value: Json): Json {
  const size = Buffer.byteLength(JSON.stringify(value));
  if (size <= maxBytes) return value;
  throw new StateError(
    'States.DataLimitExceeded',
    `${size} bytes pass between two states; the limit is ${maxBytes}`,
  );
}
