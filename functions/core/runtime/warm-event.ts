/**
 * Tells a function to get ready: one that searches reads an index, one of the assistant opens its connections. API Gateway never
 * sends it: who may invoke the function directly does, which are the warm hints and the schedule of an operator.
 */
export interface WarmEvent {
  warm_index_id: string;
  /** The request that gave the hint. */
  request_id?: string | undefined;
}

export const isWarmEvent = (event: object): event is WarmEvent => 'warm_index_id' in event;
