import { checkPath, type Json, lookUp } from '#local/aws/step-functions/json-path.ts';

/** A choice rule, or a part of one: boolean operators nest, comparisons name a variable. */
export interface ChoiceRule {
  And?: ChoiceRule[];
  Or?: ChoiceRule[];
  Not?: ChoiceRule;
  Variable?: string;
  Next?: string;
  Comment?: string;
  [comparison: string]: unknown;
}

const timestamp = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/;

const typeTests: Record<string, (value: Json | undefined) => boolean> = {
  IsPresent: (value) => value !== undefined,
  IsNull: (value) => value === null,
  IsString: (value) => typeof value === 'string',
  IsNumeric: (value) => typeof value === 'number',
  IsBoolean: (value) => typeof value === 'boolean',
  IsTimestamp: (value) => typeof value === 'string' && timestamp.test(value),
};

const orders: Record<string, (difference: number) => boolean> = {
  Equals: (difference) => difference === 0,
  LessThan: (difference) => difference < 0,
  LessThanEquals: (difference) => difference <= 0,
  GreaterThan: (difference) => difference > 0,
  GreaterThanEquals: (difference) => difference >= 0,
};

const comparison =
  /^(String|Numeric|Timestamp|Boolean)(Equals|(?:Less|Greater)Than(?:Equals)?)(Path)?$/;

/** Whether a rule holds for the state's input. */
export function holds(rule: ChoiceRule, input: Json, context: Json): boolean {
  if (rule.And) return rule.And.every((part) => holds(part, input, context));
  if (rule.Or) return rule.Or.some((part) => holds(part, input, context));
  if (rule.Not) return !holds(rule.Not, input, context);
  const value = lookUp(rule.Variable ?? '', input, context);
  const operator = operatorOf(rule);
  const given = rule[operator] as Json;
  const typeTest = typeTests[operator];
  if (typeTest) return typeTest(value) === given;
  if (value === undefined) return false;
  if (operator === 'StringMatches')
    return typeof value === 'string' && matches(value, String(given));
  const [, type = '', order = '', path] = comparison.exec(operator) ?? [];
  const other = path ? lookUp(String(given), input, context) : given;
  if (other === undefined) return false;
  const difference = compare(type, value, other);
  return difference !== undefined && (orders[order]?.(difference) ?? false);
}

/** Throws when a rule uses something that is not emulated. */
export function checkRule(rule: ChoiceRule): void {
  const parts = rule.And ?? rule.Or ?? (rule.Not && [rule.Not]);
  if (parts) {
    for (const part of parts) checkRule(part);
    return;
  }
  checkPath(rule.Variable ?? '');
  const operator = operatorOf(rule);
  if (!typeTests[operator] && operator !== 'StringMatches' && !comparison.test(operator))
    throw new Error(`choice operator ${operator} is not emulated`);
  if (operator.endsWith('Path')) checkPath(String(rule[operator]));
}

function operatorOf(rule: ChoiceRule): string {
  const operators = Object.keys(rule).filter(
    (key) => !['Variable', 'Next', 'Comment'].includes(key),
  );
  if (operators.length !== 1)
    throw new Error(`choice rule ${JSON.stringify(rule)} has no single operator`);
  return String(operators[0]);
}

function compare(type: string, a: Json, b: Json): number | undefined {
  if (type === 'Numeric' && typeof a === 'number' && typeof b === 'number') return a - b;
  if (type === 'Boolean' && typeof a === 'boolean' && typeof b === 'boolean')
    return Number(a) - Number(b);
  if (typeof a !== 'string' || typeof b !== 'string') return undefined;
  if (type === 'String') return a < b ? -1 : Number(a > b);
  if (type !== 'Timestamp' || !timestamp.test(a) || !timestamp.test(b)) return undefined;
  return Date.parse(a) - Date.parse(b);
}

/** `*` stands for anything, `\*` for itself. */
function matches(text: string, pattern: string): boolean {
  const source = pattern.replace(/\\([*\\])|\*|[.+?^${}()|[\]\\]/g, (found, escaped) =>
    found === '*' ? '.*' : `\\${escaped ?? found}`,
  );
  return new RegExp(`^${source}$`, 's').test(text);
}
