/**
 * Stands in for `@smithy/core/event-streams` in bundles: 15 KB that the S3 client loads for one operation, queries
 * of objects, which nothing here uses.
 */
export const resolveEventStreamSerdeConfig = <T>(config: T): T => config;

export const eventStreamSerdeProvider = () => ({});

export class EventStreamSerde {
  constructor() {
    throw new Error('Event streams are not part of the bundles (infra/no-event-streams.ts)');
  }
}
