/**
 * Metric math, as far as the alarms use it: numbers, names, `+ - * /`, `<` and `>`, `MAX([…])`, `IF(…)` and `DIFF(name)`.
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/using-metric-math.html
 */

/** Gives the value of a metric in the period that is looked at, or `back` periods before it. */
export type ReadValue = (id: string, back: number) => number | undefined;

/** Evaluates an expression for one period. Undefined if a metric that it needs has no value. Throws if it cannot be read. */
export function evaluateExpression(text: string, readValue: ReadValue): number | undefined {
  const tokens = text.match(/\d+(?:\.\d+)?|[A-Za-z]\w*|[-+*/<>()[\],]/g) ?? [];
  let at = 0;
  const fail = () => new Error(`The local cloud cannot read the expression ${text}`);
  const take = (expected?: string): string => {
    const token = tokens[at++];
    if (token === undefined || (expected && token !== expected)) throw fail();
    return token;
  };
  const list = (end: string): (number | undefined)[] => {
    const values = [comparison()];
    while (tokens[at] === ',') {
      take();
      values.push(comparison());
    }
    take(end);
    return values;
  };
  const call = (name: string): number | undefined => {
    take('(');
    if (name === 'DIFF') {
      const id = take();
      take(')');
      return both(readValue(id, 0), readValue(id, 1), (now, before) => now - before);
    }
    if (name === 'MAX') {
      take('[');
      const values = list(']');
      take(')');
      return values.reduce((most, value) => both(most, value, Math.max));
    }
    if (name !== 'IF') throw fail();
    const [condition, yes, no] = list(')');
    return condition === undefined ? undefined : condition ? yes : no;
  };
  const term = (): number | undefined => {
    const token = take();
    if (token === '(') {
      const value = comparison();
      take(')');
      return value;
    }
    if (/^\d/.test(token)) return Number(token);
    if (!/^[A-Za-z]/.test(token)) throw fail();
    return /^[A-Z]+$/.test(token) ? call(token) : readValue(token, 0);
  };
  const chain = (
    next: () => number | undefined,
    operations: Record<string, (left: number, right: number) => number>,
  ) => {
    let value = next();
    for (let found = operations[tokens[at]!]; found; found = operations[tokens[at]!]) {
      take();
      value = both(value, next(), found);
    }
    return value;
  };
  const product = () => chain(term, { '*': (a, b) => a * b, '/': (a, b) => a / b });
  const sum = () => chain(product, { '+': (a, b) => a + b, '-': (a, b) => a - b });
  function comparison(): number | undefined {
    return chain(sum, { '<': (a, b) => Number(a < b), '>': (a, b) => Number(a > b) });
  }
  const value = comparison();
  if (at < tokens.length) throw fail();
  return value;
}

function both(
  left: number | undefined,
  right: number | undefined,
  operate: (left: number, right: number) => number,
): number | undefined {
  return left === undefined || right === undefined ? undefined : operate(left, right);
}
