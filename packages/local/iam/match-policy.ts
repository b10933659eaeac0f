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

/** A request to authorise: an action on a resource, with the condition keys of the call. */
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
  const key = `${flags}/${pattern}`;
  let expression = compiled.get(key);
  if (!expression) {
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

/** Operators that the templates use with the supported condition keys. */
const operators = new Map<string, Compare>([
  ['StringEquals', (actual, expected) => actual === expected],
  ['StringEqualsIgnoreCase', (actual, expected) => actual.toLowerCase() === expected.toLowerCase()],
  ['StringLike', (actual, expected) => matches(expected, actual)],
  ['ArnEquals', (actual, expected) => matches(expected, actual)],
  ['Bool', (actual, expected) => actual === expected],
  ['NumericLessThan', (actual, expected) => Number(actual) < Number(expected)],
]);

/** Whether a condition holds for the values of its key; `actual` is undefined if the key is absent. */
type Test = (expected: string[], actual: string[] | undefined) => boolean;

/** Reads a condition operator with its qualifiers (`ForAllValues:`, `Not`, `IfExists`). Throws if it is unknown. */
export function readOperator(operator: string): Test {
  if (operator === 'Null') {
    return (expected, actual) => expected.includes(String(actual === undefined));
  }
  const [, set, name = '', ifExists] =
    /^(?:(ForAllValues|ForAnyValue):)?(.+?)(IfExists)?$/.exec(operator) ?? [];
  const negated = name.startsWith('StringNot');
  const compare = operators.get(name.replace('Not', ''));
  if (!compare) throw new Error(`condition operator ${operator} is not known to the local IAM`);
  return (expected, actual) => {
    if (actual === undefined) {
      return Boolean(ifExists) || set === 'ForAllValues' || (negated && !set);
    }
    const one = (value: string) => expected.some((item) => compare(value, item)) !== negated;
    return set === 'ForAnyValue' ? actual.some(one) : actual.every(one);
  };
}

function conditionsHold(statement: Statement, context: AccessRequest['context'] = {}): boolean {
  const known = new Map(Object.entries(context).map(([key, value]) => [key.toLowerCase(), value]));
  return Object.entries(statement.Condition ?? {}).every(([operator, block]) =>
    Object.entries(block).every(([key, expected]) => {
      const actual = known.get(key.toLowerCase());
      const values = actual === undefined ? undefined : asList(actual);
      return readOperator(operator)(asList(expected).map(String), values);
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
 * Whether the statements allow a request: an explicit Deny wins, then any Allow; otherwise it is denied.
 * The statements have been checked (`check-statement.ts`).
 */
export function isAllowed(statements: readonly Statement[], request: AccessRequest): boolean {
  const applicable = statements.filter((statement) => applies(statement, request));
  return applicable.length > 0 && applicable.every((statement) => statement.Effect === 'Allow');
}

/** The resource, as a statement names it, by which a request is allowed. Gives undefined if nothing allows it. */
export function allowingResource(
  statements: readonly Statement[],
  request: AccessRequest,
): string | undefined {
  const allowing = statements.find(
    (statement) => statement.Effect === 'Allow' && applies(statement, request),
  );
  return asList(allowing?.Resource).find((resource) => matches(resource, request.resource));
}
