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

test.each(['dev', 'prod'] as const)(
  '%s: CloudFormation has every type, with all of its properties and none missing',
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
        for (const [name, { required }] of Object.entries(resource.properties))
          if (required && !(name in Properties))
            problems.push(`${stack}/${id}: ${name} is missing`);
      }
    }
    expect(problems).toEqual([]);
    expect(checked).toBeGreaterThan(500);
  },
);

test('the check would find a type and a property that do not exist', () => {
  expect(known('AWS::Lambda::Funktion')).toBeUndefined();
  expect(known('AWS::Lambda::Function')?.properties).not.toHaveProperty('Colour');
});
