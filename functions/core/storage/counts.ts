/** Updates of counts that keep things within their limit, each written with the thing itself. */

/** Counts one more thing in a record that the first one begins; refused if there are `most`. */
export const oneMore = (attribute: string, most: number) => ({
  UpdateExpression: 'ADD #count :one',
  ConditionExpression: 'attribute_not_exists(#count) OR #count < :most',
  ExpressionAttributeNames: { '#count': attribute },
  ExpressionAttributeValues: { ':one': 1, ':most': most },
});

/**
 * Counts a thing that is put into a record that is there, or taken out of it; refused if the record is gone, or full.
 * @param at when the record was changed
 */
export const countHeld = (attribute: string, by: 1 | -1, most: number, at: string) => ({
  UpdateExpression: 'SET #count = #count + :by, updated_at = :at',
  ConditionExpression: 'attribute_exists(pk) AND #count < :most',
  ExpressionAttributeNames: { '#count': attribute },
  // What is taken out of a full one is not refused.
  ExpressionAttributeValues: { ':by': by, ':at': at, ':most': by > 0 ? most : most + 1 },
});
