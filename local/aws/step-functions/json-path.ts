/** Any JSON value. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

type Step = { field: string } | { index: number } | { slice: [number?, number?] } | { all: true };

/** A failure in the language of Amazon States: `error` is what Retry and Catch match. */
export class StateError extends Error {
  readonly error: string;
  constructor(error: string, cause: string) {
    super(cause);
    this.name = 'StateError';
    this.error = error;
  }
}

const step =
  /\.([\p{L}_][\p{L}\p{N}_-]*)|\.(\*)|\[(\*)\]|\[(-?\d+)\]|\[(-?\d*):(-?\d*)\]|\['((?:[^'\\]|\\.)*)'\]|\["((?:[^"\\]|\\.)*)"\]/uy;

/**
 * Reads a JSONPath of fields, indexes, slices and wildcards (`$.a['b'][0].c[*]`); `$$` names the
 * context object. Filters and descent (`..`) are refused.
 */
function parse(path: string): { root: '$' | '$$'; steps: Step[] } {
  const root = path.startsWith('$$') ? '$$' : '$';
  const steps: Step[] = [];
  step.lastIndex = root.length;
  while (path.startsWith('$') && step.lastIndex < path.length) {
    const at = step.lastIndex;
    const [, field, star, starred, index, from, to, single, double] = step.exec(path) ?? [];
    const name = field ?? (single ?? double)?.replace(/\\(.)/g, '$1');
    if (name !== undefined) steps.push({ field: name });
    else if (star || starred) steps.push({ all: true });
    else if (index !== undefined) steps.push({ index: Number(index) });
    else if (from !== undefined) steps.push({ slice: [bound(from), bound(to)] });
    else throw new Error(`path ${path} is not emulated from "${path.slice(at)}" on`);
  }
  if (!path.startsWith('$')) throw new Error(`path ${path} does not start with $`);
  return { root, steps };
}

const bound = (text: string | undefined) => (text ? Number(text) : undefined);

/** Throws when a path uses something that is not emulated. */
export function checkPath(path: string): void {
  parse(path);
}

/** The value at a path, or undefined when there is none. Paths with wildcards give a list. */
export function lookUp(path: string, input: Json, context: Json = null): Json | undefined {
  const { root, steps } = parse(path);
  let values: Json[] = [root === '$$' ? context : input];
  let many = false;
  for (const each of steps) {
    many ||= 'all' in each || 'slice' in each;
    values = values.flatMap((value) => follow(value, each));
  }
  return many ? values : values[0];
}

function follow(value: Json, step: Step): Json[] {
  if (typeof value !== 'object' || value === null) return [];
  if ('all' in step) return Object.values(value);
  if (Array.isArray(value)) {
    if ('slice' in step) return value.slice(...step.slice);
    const found = 'index' in step ? value.at(step.index) : undefined;
    return found === undefined ? [] : [found];
  }
  if (!('field' in step) || !Object.hasOwn(value, step.field)) return [];
  return [value[step.field] as Json];
}

/** The value at a path. Throws `error` when there is none. */
export function valueAt(path: string, input: Json, context: Json, error: string): Json {
  const value = lookUp(path, input, context);
  if (value !== undefined) return value;
  throw new StateError(
    error,
    `The path '${path}' could not be found in the input '${JSON.stringify(input)}'`,
  );
}

/** A copy of `input` with `value` put at a reference path, making objects on the way. */
export function putAt(path: string, input: Json, value: Json): Json {
  const { steps } = parse(path);
  const place = (target: Json, [head, ...rest]: Step[]): Json => {
    if (!head) return value;
    if ('index' in head && Array.isArray(target) && head.index < target.length)
      return target.with(head.index, place(target.at(head.index) ?? null, rest));
    const isObject = typeof target === 'object' && target !== null && !Array.isArray(target);
    if (!('field' in head) || !isObject)
      throw new StateError(
        'States.ResultPathMatchFailure',
        `ResultPath ${path} does not fit the input`,
      );
    const child = Object.hasOwn(target, head.field) ? (target[head.field] as Json) : {};
    return { ...target, [head.field]: place(child, rest) };
  };
  return place(input, steps);
}
