import type { StackTemplate, TemplateResource } from './cloud-assembly.ts';
import { evaluate, noValue, type Scope } from './intrinsics.ts';
import type { Resource } from './resource.ts';
import {
  type Addresses,
  type Declared,
  type Installation,
  resourceTypes,
} from './resource-types.ts';

/** Resolves every resource of an assembly. Throws with stack, resource and the unknown part if it cannot. */
export function evaluateAssembly(
  stacks: readonly StackTemplate[],
  addresses: Addresses,
): Resource[] {
  const exports = new Map<string, () => unknown>();
  const scopes = stacks.map((stack) => stackScope(stack, addresses, exports));
  for (const [index, { template }] of stacks.entries()) {
    const scope = scopes[index]!;
    for (const output of Object.values(template.Outputs ?? {})) {
      if (!output.Export) continue;
      const name = String(evaluate(output.Export.Name, scope));
      exports.set(name, () => evaluate(output.Value, scope));
    }
  }
  return stacks.flatMap((stack, index) => evaluateStack(stack, scopes[index]!, addresses));
}

function evaluateStack(stack: StackTemplate, scope: Scope, addresses: Addresses): Resource[] {
  const installation = { ...addresses, region: stack.region, account: stack.account };
  const resources: Resource[] = [];
  for (const [logicalId, resource] of Object.entries(stack.template.Resources ?? {})) {
    if (resource.Condition && !scope.condition(resource.Condition)) continue;
    try {
      const type = typeOf(resource);
      const declared = declare(stack.name, logicalId, resource, scope, installation);
      const attributes = Object.entries(type.attributes ?? {});
      resources.push({
        stack: stack.name,
        logicalId,
        type: resource.Type,
        ref: type.ref(declared),
        attributes: Object.fromEntries(attributes.map(([name, value]) => [name, value(declared)])),
        properties: evaluate(resource.Properties ?? {}, scope) as Resource['properties'],
        metadata: evaluate(resource.Metadata ?? {}, scope) as Resource['metadata'],
      });
    } catch (error) {
      const { message } = error as Error;
      const where = `stack ${stack.name}, resource ${logicalId} (${resource.Type})`;
      throw new Error(`${where}: ${message}`, { cause: error });
    }
  }
  return resources;
}

function typeOf(resource: TemplateResource) {
  const type = resourceTypes[resource.Type];
  if (!type) throw new Error('the local cloud does not know this resource type');
  return type;
}

function declare(
  stack: string,
  logicalId: string,
  resource: TemplateResource,
  scope: Scope,
  installation: Installation,
): Declared {
  // Properties are evaluated one by one, because a function's environment may name the pool that it is a trigger of.
  const property = (name: string) => {
    const value = evaluate(resource.Properties?.[name], scope);
    return value === noValue ? undefined : value;
  };
  return { stack, logicalId, installation, property };
}

function stackScope(
  { name, template, region, account }: StackTemplate,
  addresses: Addresses,
  exports: ReadonlyMap<string, () => unknown>,
): Scope {
  const installation = { ...addresses, region, account };
  const pseudo: Record<string, unknown> = {
    'AWS::Region': region,
    'AWS::AccountId': account,
    'AWS::Partition': 'aws',
    'AWS::URLSuffix': 'amazonaws.com',
    'AWS::StackName': name,
    'AWS::StackId': `arn:aws:cloudformation:${region}:${account}:stack/${name}/local`,
    'AWS::NoValue': noValue,
  };
  const find = (logicalId: string) => {
    const resource = template.Resources?.[logicalId];
    if (!resource) throw new Error(`stack ${name} has no resource or parameter ${logicalId}`);
    return {
      type: typeOf(resource),
      declared: declare(name, logicalId, resource, scope, installation),
    };
  };
  const scope: Scope = {
    ref(id) {
      if (id in pseudo) return pseudo[id];
      const parameter = template.Parameters?.[id];
      if (parameter) {
        if (parameter.Default === undefined) throw new Error(`parameter ${id} has no default`);
        return parameter.Default;
      }
      const { type, declared } = find(id);
      return type.ref(declared);
    },
    getAtt(id, attribute) {
      const { type, declared } = find(id);
      const value = type.attributes?.[attribute];
      if (!value) {
        throw new Error(`attribute ${attribute} of ${id} is not known to the local cloud`);
      }
      return value(declared);
    },
    importValue(exportName) {
      const value = exports.get(exportName);
      if (!value) throw new Error(`no stack exports ${exportName}`);
      return value();
    },
    condition(id) {
      if (!(id in (template.Conditions ?? {}))) throw new Error(`no condition ${id}`);
      return Boolean(evaluate(template.Conditions?.[id], scope));
    },
    mapping(map, first, second) {
      const value = template.Mappings?.[map]?.[first]?.[second];
      if (value === undefined) throw new Error(`no mapping ${map}.${first}.${second}`);
      return value;
    },
  };
  return scope;
}
