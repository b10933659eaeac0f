import { createHash, randomUUID } from 'node:crypto';
import { checkPath, type Json, StateError, valueAt } from '#local/aws/step-functions/json-path.ts';

type Expression = { literal: Json } | { path: string } | { call: string; arguments: Expression[] };

const token =
  /\s*(?:'((?:[^'\\]|\\.)*)'|(-?\d+(?:\.\d+)?)|(true|false|null)\b|(\$[^,()\s]*)|(States\.\w+)\s*\()\s*/y;

/** Reads `States.Format('…{}', $.a)` and the like. Throws on a function that is not emulated. */
export function parseIntrinsic(text: string): Expression {
  let at = 0;
  const fail = (): never => {
    throw new Error(`intrinsic function ${text} cannot be read at "${text.slice(at)}"`);
  };
  const read = (): Expression => {
    token.lastIndex = at;
    const match = token.exec(text) ?? fail();
    at = token.lastIndex;
    const [, quoted, number, word, path, name] = match;
    if (quoted !== undefined) return { literal: quoted };
    if (number ?? word) return { literal: JSON.parse(number ?? word ?? '') };
    if (path !== undefined) {
      checkPath(path);
      return { path };
    }
    if (!name || !Object.hasOwn(functions, name)) throw new Error(`${name} is not emulated`);
    const list: Expression[] = [];
    while (text[at] !== ')') {
      if (list.length > 0 && text[at++] !== ',') fail();
      list.push(read());
    }
    at++;
    return { call: name, arguments: list };
  };
  const expression = read();
  return text.slice(at).trim() === '' ? expression : fail();
}

/** Computes a parsed intrinsic function. Failures are `States.IntrinsicFailure`. */
export function evaluateIntrinsic(expression: Expression, input: Json, context: Json): Json {
  if ('literal' in expression)
    return typeof expression.literal === 'string'
      ? unescaped(expression.literal)
      : expression.literal;
  if ('path' in expression)
    return valueAt(expression.path, input, context, 'States.ParameterPathFailure');
  const [first] = expression.arguments;
  // The template's own escapes (\{ \}) must still be told apart from its places.
  const raw = expression.call === 'States.Format' && first && 'literal' in first;
  const values = expression.arguments.map((each) => evaluateIntrinsic(each, input, context));
  try {
    const given = raw ? [first.literal, ...values.slice(1)] : values;
    const result = functions[expression.call]?.(...given);
    return JSON.parse(JSON.stringify(result));
  } catch (error) {
    throw new StateError(
      'States.IntrinsicFailure',
      `${expression.call}: ${(error as Error).message}`,
    );
  }
}

const unescaped = (text: string) => text.replace(/\\(.)/g, '$1');
const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

function format(template: string, ...values: Json[]): string {
  let next = 0;
  const filled = template.replace(/\\(.)|\{\}/g, (_, escaped) => escaped ?? asText(values[next++]));
  if (next !== values.length) throw new Error('the number of places and of arguments differ');
  return filled;
}

function partition(list: Json[], size: number): Json[][] {
  if (!(size > 0)) throw new Error('the chunk size must be positive');
  return Array.from({ length: Math.ceil(list.length / size) }, (_, i) =>
    list.slice(i * size, i * size + size),
  );
}

function range(first: number, last: number, step: number): number[] {
  const length = Math.floor((last - first) / step) + 1;
  if (!step || length > 1000) throw new Error('the range has no step or more than 1000 items');
  return Array.from({ length: Math.max(0, length) }, (_, i) => first + i * step);
}

const hashNames: Record<string, string> = {
  ...{ MD5: 'md5', 'SHA-1': 'sha1', 'SHA-256': 'sha256', 'SHA-384': 'sha384', 'SHA-512': 'sha512' },
};

// biome-ignore lint/suspicious/noExplicitAny: a wrong argument throws and becomes States.IntrinsicFailure
const functions: Record<string, (...values: any[]) => unknown> = {
  'States.Format': format,
  'States.Array': (...values) => values,
  'States.ArrayPartition': partition,
  'States.ArrayContains': (list, value) =>
    list.some((item: Json) => JSON.stringify(item) === JSON.stringify(value)),
  'States.ArrayRange': range,
  'States.ArrayGetItem': (list, index) => list.at(index),
  'States.ArrayLength': (list) => list.length,
  'States.ArrayUnique': (list) => [
    ...new Map(list.map((item: Json) => [JSON.stringify(item), item])).values(),
  ],
  'States.Base64Encode': (text) => Buffer.from(text).toString('base64'),
  'States.Base64Decode': (text) => Buffer.from(text, 'base64').toString(),
  'States.Hash': (value, algorithm) =>
    createHash(hashNames[algorithm] ?? algorithm)
      .update(asText(value))
      .digest('hex'),
  'States.JsonMerge': (first, second) => ({ ...first, ...second }),
  'States.JsonToString': (value) => JSON.stringify(value),
  'States.StringToJson': (text) => JSON.parse(text),
  'States.MathAdd': (a, b) => a + b,
  'States.StringSplit': (text, separators) =>
    text.split(new RegExp(`[${separators.replace(/[\\\]^-]/g, '\\$&')}]`)).filter(Boolean),
  'States.UUID': () => randomUUID(),
};
