/** The parts of a template that we read. */
interface Template {
  Outputs?: Record<string, { Value: unknown; Export?: { Name: unknown } }>;
}

/** Templates by the id of their stack: `Edge`. */
export type Templates = ReadonlyMap<string, Template>;

/**
 * Exports that a deployment takes away or changes while a deployed stack imports them, for instance `Edge
 * antecede-prod-edge:ExportsOutput…`. CloudFormation refuses that, because the importing stack is deployed later. A stack that
 * is no longer in the app is not deployed, so it keeps its exports.
 */
export function blockedExports(deployed: Templates, next: Templates): string[] {
  const imported = new Set([...deployed.values()].flatMap((template) => [...importsOf(template)]));
  return [...deployed].flatMap(([stack, template]) => {
    const following = next.get(stack);
    if (!following) return [];
    const kept = exportsOf(following);
    return [...exportsOf(template)]
      .filter(([name, value]) => imported.has(name) && kept.get(name) !== value)
      .map(([name]) => `${stack} ${name}`);
  });
}

/** Values of the exports by their names, both as JSON. */
function exportsOf({ Outputs = {} }: Template): Map<string, string> {
  const exported = Object.values(Outputs).filter(({ Export }) => Export);
  return new Map(
    exported.map(({ Export, Value }) => [textOf(Export!.Name), JSON.stringify(Value)]),
  );
}

function* importsOf(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    if (key === 'Fn::ImportValue') yield textOf(inner);
    else yield* importsOf(inner);
  }
}

const textOf = (name: unknown) => (typeof name === 'string' ? name : JSON.stringify(name));
