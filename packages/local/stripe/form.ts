import { invalid } from './failure.ts';

type Value = string | Value[] | { [name: string]: Value };

/** Reads `items[0][price]=price_1` and the like, as Stripe's clients write queries and bodies. */
export function readForm(form: string): Record<string, Value> {
  const root: Record<string, Value> = {};
  for (const [key, value] of new URLSearchParams(form)) {
    const steps = key.split(/\]\[|\[|\]/).filter((step, position) => position === 0 || step !== '');
    if (steps.some((step) => step === '__proto__')) throw invalid(`Invalid parameter: ${key}`);
    let holder = root;
    steps.forEach((step, position) => {
      if (position === steps.length - 1) {
        holder[step] = value;
      } else {
        const next = holder[step] ?? {};
        if (typeof next === 'string') throw invalid(`Invalid parameter: ${key}`);
        holder[step] = next;
        holder = next as Record<string, Value>;
      }
    });
  }
  return withLists(root) as Record<string, Value>;
}

/** Objects whose names are 0, 1, 2 … are lists. */
function withLists(value: Value): Value {
  if (typeof value === 'string' || Array.isArray(value)) return value;
  const entries = Object.entries(value).map(([name, each]) => [name, withLists(each)] as const);
  const isList =
    entries.length > 0 && entries.every(([name], position) => name === String(position));
  return isList ? entries.map(([, each]) => each) : Object.fromEntries(entries);
}
