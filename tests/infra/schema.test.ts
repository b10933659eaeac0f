import { loadAwsServiceSpecSync } from '@aws-cdk/aws-service-spec';
import { expect, test } from 'vitest';
import { ownChoices, synthesize } from './synthesize.ts';

const spec = loadAwsServiceSpecSync();

/** What CloudFormation knows of a type; undefined for types of our own (`Custom::…`). */
function known(type: string) {
  if (type.startsWith('Custom::')) return undefined;
  const [resource] = spec.lookup('resource', 'cloudFormationType', 'equals', type);
  return resource;
}

type PropertyType = NonNullable<ReturnType<typeof known>>['properties'][string]['type'];

/** Texts below a property that are none of the values which its schema allows. CDK's validation looks at all else, but not at these. */
function notAllowed(type: PropertyType, value: unknown): string[] {
  if (typeof value === 'string')
    return type.type === 'string' && type.allowedValues && !type.allowedValues.includes(value)
      ? [value]
      : [];
  if (typeof value !== 'object' || value === null) return [];
  if (type.type === 'array' || type.type === 'map')
    return Object.values(value).flatMap((one) => notAllowed(type.element, one));
  if (type.type !== 'ref') return [];
  const { properties } = spec.get('typeDefinition', type.reference.$ref);
  return Object.entries(value).flatMap(([name, one]) =>
    properties[name] ? notAllowed(properties[name].type, one) : [],
  );
}

test.each(['dev', 'prod'] as const)(
  '%s: CloudFormation has every type, with all of its properties and none missing, and every value of a list of them',
  (environment) => {
    const problems: string[] = [];
    let checked = 0;
    for (const [stack, { Resources }] of Object.entries(synthesize(environment, ownChoices))) {
      for (const [id, { Type, Properties = {} }] of Object.entries(Resources)) {
        if (Type.startsWith('Custom::') || Type === 'AWS::CDK::Metadata') continue;
        const resource = known(Type);
        if (!resource) {
          problems.push(`${stack}/${id}: there is no ${Type}`);
          continue;
        }
        checked++;
        for (const name of Object.keys(Properties))
          if (!(name in resource.properties))
            problems.push(`${stack}/${id}: ${Type} has no ${name}`);
        for (const [name, { required, type }] of Object.entries(resource.properties)) {
          if (required && !(name in Properties))
            problems.push(`${stack}/${id}: ${name} is missing`);
          for (const value of notAllowed(type, Properties[name]))
            problems.push(`${stack}/${id}: ${name} takes no ${value}`);
        }
      }
    }
    expect(problems).toEqual([]);
    expect(checked).toBeGreaterThan(500);
  },
);

test('the check would find a type, a property and a value that do not exist', () => {
  expect(known('AWS::Lambda::Funktion')).toBeUndefined();
  expect(known('AWS::Lambda::Function')?.properties).not.toHaveProperty('Colour');
  const { LoggingConfig } = known('AWS::Lambda::Function')!.properties;
  expect(notAllowed(LoggingConfig!.type, { LogFormat: 'JSON' })).toEqual([]);
  expect(notAllowed(LoggingConfig!.type, { LogFormat: 'XML' })).toEqual(['XML']);
});
