import type { State, States } from '#local/aws/step-functions/definition.ts';

import { type Json, StateError, valueAt } from '#local/aws/step-functions/json-path.ts';
import { fillTemplate } from '#local/aws/step-functions/payload-template.ts';
import type { RunSequence, Sequence } from '#local/aws/step-functions/sequence.ts';

/** AWS runs at most forty items of an inline Map at a time, whatever the definition says. */
const maxConcurrency = 40;

/** Runs all branches at once; the first uncaught error ends the others. */
export function runParallel(
  run: RunSequence,
  parent: Sequence,
  path: string,
  state: State,
  input: Json,
): Promise<Json> {
  const branches = state.Branches ?? [];
  return runTogether(run, parent, branches.length, branches.length, (i) => ({
    path: `${path}[${i}]`,
    states: branches[i] as States,
    input,
    mapContext: parent.mapContext,
  }));
}

/** Runs the body for every item. Items finished before a crash are taken from the journal. */
export function runMap(
  run: RunSequence,
  parent: Sequence,
  path: string,
  state: State,
  input: Json,
  context: Json,
): Promise<Json> {
  const items = state.ItemsPath
    ? valueAt(state.ItemsPath, input, context, 'States.Runtime')
    : input;
  if (!Array.isArray(items))
    throw new StateError(
      'States.Runtime',
      `Map needs a list, not ${JSON.stringify(items).slice(0, 200)}`,
    );
  const selector = state.ItemSelector ?? state.Parameters;
  const states = (state.ItemProcessor ?? state.Iterator) as States;
  const wanted = state.MaxConcurrencyPath
    ? Number(valueAt(state.MaxConcurrencyPath, input, context, 'States.Runtime'))
    : (state.MaxConcurrency ?? 0);
  const atOnce = Math.min(wanted || maxConcurrency, maxConcurrency);
  return runTogether(run, parent, items.length, atOnce, (i) => {
    const item = items[i] as Json;
    const mapContext = { Item: { Index: i, Value: item } };
    const itemContext = { ...(context as object), Map: mapContext };
    return {
      path: `${path}[${i}]`,
      states,
      input: selector === undefined ? item : fillTemplate(selector, input, itemContext),
      mapContext,
    };
  });
}

async function runTogether(
  run: RunSequence,
  parent: Sequence,
  count: number,
  atOnce: number,
  part: (index: number) => Pick<Sequence, 'path' | 'states' | 'input' | 'mapContext'>,
): Promise<Json> {
  const stop = new AbortController();
  const signal = AbortSignal.any([parent.signal, stop.signal]);
  const outputs: Json[] = Array.from({ length: count });
  let next = 0;
  const work = async () => {
    while (next < count) {
      const index = next++;
      outputs[index] = await run({ ...parent, ...part(index), signal });
    }
  };
  try {
    await Promise.all(Array.from({ length: Math.min(atOnce, count) }, work));
    return outputs;
  } finally {
    stop.abort();
  }
}
