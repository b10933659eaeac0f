import { RemovalPolicy } from 'aws-cdk-lib';

/**
 * For what has a name of its own: it survives its stack, but goes if the creation of the stack fails. Else its name would
 * be taken when the operator tries again. Tables, queues and buckets have generated names and are always kept.
 */
export const keptOnceCreated = RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE;
