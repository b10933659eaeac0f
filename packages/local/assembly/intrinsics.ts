/** The values that intrinsic functions of one template refer to. */
export interface Scope {
  /** Value of a parameter, a pseudo parameter or the `Ref` of a resource. */
  ref(name: string): unknown;
  getAtt(logicalId: string, attribute: string): unknown;
  importValue(exportName: string): unknown;
  condition(name: string): boolean;
  mapping(map: string, first: string, second: string): unknown;
}

type Evaluate = (value: unknown) => unknown;
type Intrinsic = (argument: unknown, evaluate: Evaluate, scope: Scope) => unknown;

/** `AWS::NoValue`: removes the property that holds it. */
export const noValue = Symbol('AWS::NoValue');

const list = (value: unknown, name: string): unknown[] => {
  if (!Array.isArray(value)) throw new Error(`${name} needs a list, not ${JSON.stringify(value)}`);
  return value;
};

const text = (value: unknown, name: string): string => {
  if (typeof value === 'object' || value === undefined) {
    throw new Error(`${name} needs a string, not ${JSON.stringify(value)}`);
  }
  return String(value);
};

function getAttTarget(argument: unknown): [string, string] {
  if (Array.isArray(argument)) return [String(argument[0]), String(argument[1])];
  const [logicalId = '', ...attribute] = String(argument).split('.');
  return [logicalId, attribute.join('.')];
}

const intrinsics: Record<string, Intrinsic> = {
  Ref: (argument, _, scope) => scope.ref(String(argument)),
  'Fn::GetAtt': (argument, _, scope) => scope.getAtt(...getAttTarget(argument)),
  'Fn::ImportValue': (argument, evaluate, scope) =>
    scope.importValue(text(evaluate(argument), 'Fn::ImportValue')),
  'Fn::Join': (argument, evaluate) => {
    const [separator, parts] = list(argument, 'Fn::Join');
    return list(evaluate(parts), 'Fn::Join')
      .map((part) => text(part, 'Fn::Join'))
      .join(String(separator));
  },
  'Fn::Split': (argument, evaluate) => {
    const [separator, value] = list(argument, 'Fn::Split');
    return text(evaluate(value), 'Fn::Split').split(String(separator));
  },
  'Fn::Select': (argument, evaluate) => {
    const [index, values] = list(argument, 'Fn::Select');
    const chosen = list(evaluate(values), 'Fn::Select')[Number(evaluate(index))];
    if (chosen === undefined) throw new Error(`Fn::Select: no item ${JSON.stringify(index)}`);
    return chosen;
  },
  'Fn::Sub': (argument, evaluate, scope) => {
    const [pattern, variables = {}] = Array.isArray(argument) ? argument : [argument];
    return String(pattern).replace(/\$\{(!?)([^}]+)\}/g, (_, literal: string, name: string) => {
      if (literal) return `\${${name}}`;
      if (Object.hasOwn(variables, name)) return text(evaluate(variables[name]), 'Fn::Sub');
      const isAttribute = name.includes('.') && !name.startsWith('AWS::');
      return text(isAttribute ? scope.getAtt(...getAttTarget(name)) : scope.ref(name), 'Fn::Sub');
    });
  },
  'Fn::FindInMap': (argument, evaluate, scope) => {
    const [map, first, second] = list(evaluate(argument), 'Fn::FindInMap').map(String);
    return scope.mapping(map ?? '', first ?? '', second ?? '');
  },
  'Fn::If': (argument, evaluate, scope) => {
    const [condition, then, otherwise] = list(argument, 'Fn::If');
    return evaluate(scope.condition(String(condition)) ? then : otherwise);
  },
  'Fn::Equals': (argument, evaluate) => {
    const [left, right] = list(evaluate(argument), 'Fn::Equals');
    return left === right;
  },
  'Fn::Not': (argument, evaluate) => !list(evaluate(argument), 'Fn::Not')[0],
  'Fn::And': (argument, evaluate) => list(evaluate(argument), 'Fn::And').every(Boolean),
  'Fn::Or': (argument, evaluate) => list(evaluate(argument), 'Fn::Or').some(Boolean),
};

/** Replaces every intrinsic function in `value`. Throws for an unknown one. */
export function evaluate(value: unknown, scope: Scope): unknown {
  if (Array.isArray(value)) {
    return value.map((item) => evaluate(item, scope)).filter((item) => item !== noValue);
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const [name, argument] = entries[0] ?? ['', undefined];
  if (entries.length === 1 && (name === 'Ref' || name.startsWith('Fn::'))) {
    const intrinsic = intrinsics[name];
    if (!intrinsic) throw new Error(`intrinsic function ${name} is not known to the local cloud`);
    return intrinsic(argument, (inner) => evaluate(inner, scope), scope);
  }
  // {"Condition": "name"} refers to a condition. In an IAM statement, Condition is an object.
  if (entries.length === 1 && name === 'Condition' && typeof argument === 'string') {
    return scope.condition(argument);
  }
  const evaluated = entries.map(([key, item]) => [key, evaluate(item, scope)] as const);
  return Object.fromEntries(evaluated.filter(([, item]) => item !== noValue));
}
