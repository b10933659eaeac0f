/**
 * Takes the place of the SDK's cache for the discovery of DynamoDB's endpoints, which is off unless somebody asks for
 * it: with its packages it is 2 KB of every bundle, compressed.
 */
export class EndpointCache {}
