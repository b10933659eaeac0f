/** A node of the syntax tree, ESTree with TypeScript. */
export interface Node {
  type: string;
  start: number;
  end: number;
  [field: string]: unknown;
}

/** Whether evaluating an expression does nothing but return a value; `false` where that is not certain. */
export function isPureValue(node: Node, pureCalls: ReadonlySet<number>): boolean {
  switch (node.type) {
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
    case 'Literal':
    case 'Identifier':
    case 'TemplateElement':
      return true;
    case 'CallExpression':
      return pureCalls.has(node.start);
    case 'ClassDeclaration':
    case 'ClassExpression':
      return !(node.body as { body: Node[] }).body.some((member) => member.static === true);
    case 'ArrayExpression':
    case 'ObjectExpression':
    case 'Property':
    case 'TemplateLiteral':
    case 'UnaryExpression':
    case 'BinaryExpression':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
      return valuesIn(node).every((child) => isPureValue(child, pureCalls));
    default:
      return false;
  }
}

/** Nodes below a node that exist at run time: no types. */
export function valuesIn(node: Node): Node[] {
  return Object.values(node).flatMap((field) => {
    const nodes = (Array.isArray(field) ? field : [field]) as (Node | null)[];
    return nodes.filter(
      (child): child is Node => typeof child?.type === 'string' && !isType(child),
    );
  });
}

const isType = ({ type }: Node) =>
  type.startsWith('TS') &&
  !['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression'].includes(type);

/** The names that an expression or a declaration mentions: no keys of objects, no types. */
export function namesIn(node: Node): string[] {
  if (node.type === 'Identifier' || node.type === 'JSXIdentifier') return [node.name as string];
  const key = { MemberExpression: node.property, JSXAttribute: node.name }[node.type] ?? node.key;
  return valuesIn(node)
    .filter((child) => child !== key || node.computed === true)
    .flatMap(namesIn);
}

/** The names that a pattern binds. */
export function boundIn(pattern: Node): string[] {
  if (pattern.type === 'AssignmentPattern') return boundIn(pattern.left as Node);
  return namesIn(pattern);
}
