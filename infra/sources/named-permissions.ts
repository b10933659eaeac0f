import { join } from 'node:path';
import { projectDir } from '../functions.ts';
import type { SourceGraph } from './source-graph.ts';
import type { Declaration } from './source-module.ts';
import { boundIn, type Node, valuesIn } from './syntax.ts';

/** Its functions take names of permissions and settings. */
const config = join(projectDir, 'functions/core/runtime/config.ts');

/** A parameter that takes such a name, by its position; the last one may take several. */
interface Parameter {
  position: number;
  rest: boolean;
}

/** What a declaration names itself, and which of its parameters it passes on to a function that takes names. */
interface Naming {
  names: Set<string>;
  parameters: Parameter[];
}

/**
 * Returns a function that reads which permissions and settings a declaration names. They are literals there: any other
 * expression would be a permission that nobody can review.
 */
export function nameReader(graph: SourceGraph): (declaration: Declaration) => ReadonlySet<string> {
  const read = new Map<Declaration, Naming>();
  const namingOf = (declaration: Declaration): Naming => {
    const known = read.get(declaration);
    if (known) return known;
    const naming: Naming = { names: new Set(), parameters: [] };
    read.set(declaration, naming);
    const own = parametersOf(declaration.node);
    const inConfig = declaration.module.file === config;
    if (inConfig && own.size > 0) naming.parameters.push({ position: 0, rest: true });
    for (const { callee, args } of callsIn(declaration.node)) {
      const called = graph.resolve(declaration.module, callee);
      if (!called || called === declaration) continue;
      const taking = namingOf(called).parameters;
      const values = args.filter((_, at) =>
        taking.some(({ position, rest }) => at === position || (rest && at > position)),
      );
      for (const value of values.flatMap(alternatives)) {
        const parameter = value.type === 'Identifier' && own.get(value.name as string);
        if (parameter) naming.parameters.push(parameter);
        else if (typeof value.value === 'string') naming.names.add(value.value);
        else if (!inConfig) throw new Error(composed(declaration, callee));
      }
    }
    return naming;
  };
  return (declaration) => namingOf(declaration).names;
}

const composed = ({ module, name }: Declaration, callee: string) =>
  `${module.label}, ${name}: write the permission or setting of ${callee}() as a literal.`;

/** The parameters of a declared function by the names that they bind. */
function parametersOf(node: Node): Map<string, Parameter> {
  const declared = (node.init ?? node) as Node;
  const params = (declared.params ?? []) as Node[];
  return new Map(
    params.flatMap((param, position) =>
      boundIn(param).map(
        (name) => [name, { position, rest: param.type === 'RestElement' }] as const,
      ),
    ),
  );
}

interface Call {
  callee: string;
  args: Node[];
}

function callsIn(node: Node): Call[] {
  const inside = valuesIn(node).flatMap(callsIn);
  const callee = node.callee as Node | undefined;
  if (node.type !== 'CallExpression' || callee?.type !== 'Identifier') return inside;
  return [{ callee: callee.name as string, args: node.arguments as Node[] }, ...inside];
}

/** The values that an argument may have. */
function alternatives(node: Node): Node[] {
  if (node.type === 'ConditionalExpression') {
    return [node.consequent as Node, node.alternate as Node].flatMap(alternatives);
  }
  return node.type === 'SpreadElement' ? alternatives(node.argument as Node) : [node];
}
