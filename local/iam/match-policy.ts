/** A statement of an IAM policy document, as CloudFormation templates hold it. */
export interface Statement {
  Effect: 'Allow' | 'Deny';
  Action?: string | string[];
  NotAction?: string | string[];
  Resource?: string | string[];
  NotResource?: string | string[];
  Condition?: Record<
    string,
    Record<string, string | boolean | number | (string | boolean | number)[]>
  >;
}

/** What is asked for: an action on a resource, with the condition keys known about the call. */
export interface AccessRequest {
  action: string;
  resource: string;
  context?: Readonly<Record<string, string | string[]>>;
}

const asList = <T>(value: T | T[] | undefined): T[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value];

const compiled = new Map<string, RegExp>();

/** IAM wildcards: `*` is any text, `?` one character. */
function matches(pattern: string, text: string, flags = ''): boolean {
  const key = flags + pattern;
  let expression = compiled.get(key);
  if (!expression) {
    if (pattern.includes('${'))
      throw new Error(`policy variables are not supported here: ${pattern}`);
    const source = pattern
      .replace(/[.+^${}()|[\]\\]/g, '\\$&')
      .replaceAll('*', '.*')
      .replaceAll('?', '.');
    expression = new RegExp(`^${source}$`, `s${flags}`);
    compiled.set(key, expression);
  }
  return expression.test(text);
}

type Compare = (actual: string, expected: string) => boolean;

const operators: Record<string, Compare> = {
  StringEquals: (actual, expected) => actual === expected,
  StringEqualsIgnoreCase: (actual, expected) => actual.toLowerCase() === expected.toLowerCase(),
  StringLike: (actual, expected) => matches(expected, actual),
  ArnEquals: (actual, expected) => matches(expected, actual),
  ArnLike: (actual, expected) => matches(expected, actual),
  Bool: (actual, expected) => actual.toLowerCase() === expected.toLowerCase(),
  NumericEquals: (actual, expected) => Number(actual) === Number(expected),
  NumericLessThan: (actual, expected) => Number(actual) < Number(expected),
  NumericLessThanEquals: (actual, expected) => Number(actual) <= Number(expected),
  NumericGreaterThan: (actual, expected) => Number(actual) > Number(expected),
  NumericGreaterThanEquals: (actual, expected) => Number(actual) >= Number(expected),
};

/** One operator of a Condition block, with its qualifiers (`ForAllValues:`, `Not`, `IfExists`). */
function holds(operator: string, expected: string[], actual: string[] | undefined): boolean {
  const [, set, name, ifExists] = /^(?:(ForAllValues|ForAnyValue):)?(.+?)(IfExists)?$/.exec(
    operator,
  )!;
  if (name === 'Null') return expected.includes(String(actual === undefined));
  const negated = name!.includes('Not');
  const compare = operators[name!.replace('Not', '')];
  if (!compare) throw new Error(`condition operator ${operator} is not known to the local IAM`);
  if (actual === undefined) return Boolean(ifExists) || set === 'ForAllValues' || (negated && !set);
  const one = (value: string) => expected.some((item) => compare(value, item)) !== negated;
  return set === 'ForAnyValue' ? actual.some(one) : actual.every(one);
}

function conditionsHold(statement: Statement, context: AccessRequest['context'] = {}): boolean {
  const known = new Map(Object.entries(context).map(([key, value]) => [key.toLowerCase(), value]));
  return Object.entries(statement.Condition ?? {}).every(([operator, block]) =>
    Object.entries(block).every(([key, expected]) => {
      const actual = known.get(key.toLowerCase());
      return holds(
        operator,
        asList(expected).map(String),
        actual === undefined ? undefined : asList(actual),
      );
    }),
  );
}

function applies(statement: Statement, request: AccessRequest): boolean {
  const action = (pattern: string) => matches(pattern, request.action, 'i');
  const resource = (pattern: string) => matches(pattern, request.resource);
  const actionFits = statement.NotAction
    ? !asList(statement.NotAction).some(action)
    : asList(statement.Action).some(action);
  const resourceFits = statement.NotResource
    ? !asList(statement.NotResource).some(resource)
    : asList(statement.Resource).some(resource);
  return actionFits && resourceFits && conditionsHold(statement, request.context);
}

/**
 * Whether identity policies allow a request: an explicit Deny wins, then any Allow, else no.
 * Throws on a condition operator it does not know.
 */
export function isAllowed(statements: readonly Statement[], request: AccessRequest): boolean {
  const applicable = statements.filter((statement) => applies(statement, request));
  return applicable.length > 0 && applicable.every((statement) => statement.Effect === 'Allow');
}
