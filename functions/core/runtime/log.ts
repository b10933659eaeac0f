import { Logger } from '@aws-lambda-powertools/logger';
import { Metrics } from '@aws-lambda-powertools/metrics';

/** JSON lines on standard output; service name and level come from the environment. Never log bodies, tokens or keys. */
export const logger = new Logger();

/** CloudWatch embedded metrics, in the namespace of the environment. */
export const metrics = new Metrics();
