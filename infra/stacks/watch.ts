import type { App } from 'aws-cdk-lib';
import { HouseStack } from '#infra/constructs/house-stack.ts';
import type { Environment } from '#infra/environments.ts';
import type { DataStack } from './data.ts';
import type { EdgeStack } from './edge.ts';
import type { IndexingStack } from './indexing.ts';

/** Alarms, each saying what people notice. */
export class WatchStack extends HouseStack {
  constructor(
    app: App,
    environment: Environment,
    _edge: EdgeStack,
    _data: DataStack,
    _indexing: IndexingStack,
  ) {
    super(app, 'Watch', environment, 'Dashboard, alarms and budget');
  }
}
