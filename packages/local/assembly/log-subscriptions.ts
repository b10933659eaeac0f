import { type Resource, refuseUnknown } from './resource.ts';

/** Log lines of a function that invoke another one. */
export interface LogSubscription {
  logGroup: string;
  /** Function that writes the log. */
  sourceName: string;
  /** Function that gets the lines. */
  functionName: string;
  functionArn: string;
  /** Names of the property that a line has, from the outside in. Only lines with a number in it are handed on. */
  property: string[];
}

/** `{ $.search.elapsedMs >= 0 }`: lines with a number that is not negative. */
const pattern = /^\{ \$\.([\w.]+) >= 0 \}$/;

/** Reads the subscription filters. Throws for a pattern that is not emulated. */
export function logSubscriptions(resources: readonly Resource[]): LogSubscription[] {
  const writers = new Map(
    resources
      .filter(({ type }) => type === 'AWS::Lambda::Function')
      .map(({ ref, properties }) => [properties.LoggingConfig?.LogGroup as unknown, ref]),
  );
  return resources
    .filter(({ type }) => type === 'AWS::Logs::SubscriptionFilter')
    .map((resource) => {
      refuseUnknown(resource, ['DestinationArn', 'FilterName', 'FilterPattern', 'LogGroupName']);
      const { DestinationArn, FilterPattern, LogGroupName } = resource.properties;
      const property = pattern.exec(FilterPattern)?.[1];
      const sourceName = writers.get(LogGroupName);
      if (!property || !sourceName) {
        throw new Error(
          `${resource.logicalId}: ${FilterPattern} on ${LogGroupName} is not emulated`,
        );
      }
      return {
        logGroup: LogGroupName,
        sourceName,
        functionName: DestinationArn.replace(/^.*:function:/, ''),
        functionArn: DestinationArn,
        property: property.split('.'),
      };
    });
}
