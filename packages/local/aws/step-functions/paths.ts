import { StateError } from './state-error.ts';

/** Any JSON value. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

const isObject = (value: Json): value is { [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Field names of `$.a.b`. */
const fieldsOf = (path: string): string[] => path.split('.').slice(1);

/** Whether there is a value at a path. */
export function isPresent(path: string, input: Json): boolean {
  let value = input;
  for (const field of fieldsOf(path)) {
    if (!isObject(value) || !Object.hasOwn(value, field)) return false;
    value = value[field]!;
  }
  return true;
}

/** The value at a path. Throws `error` when there is none. */
export function valueAt(path: string, input: Json, error: string): Json {
  let value = input;
  for (const field of fieldsOf(path)) {
    if (!isObject(value) || !Object.hasOwn(value, field)) {
      throw new StateError(error, `The path '${path}' could not be found in the input`);
    }
    value = value[field]!;
  }
  return value;
}

/** A copy of `input` with `value` put at a path, making objects on the way. */
export function putAt(path: string, input: Json, value: Json): Json {
  const put = (target: Json, [field, ...rest]: string[]): Json => {
    if (field === undefined) return value;
    if (!isObject(target)) {
      throw new StateError('States.ResultPathMatchFailure', `${path} does not fit the input`);
    }
    const child = Object.hasOwn(target, field) ? target[field]! : {};
    return { ...target, [field]: put(child, rest) };
  };
  return put(input, fieldsOf(path));
}
