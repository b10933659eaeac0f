import batchGetItem from 'dynalite/actions/batchGetItem.js';
import batchWriteItem from 'dynalite/actions/batchWriteItem.js';
import deleteItem from 'dynalite/actions/deleteItem.js';
import getItem from 'dynalite/actions/getItem.js';
import putItem from 'dynalite/actions/putItem.js';
import query from 'dynalite/actions/query.js';
import scan from 'dynalite/actions/scan.js';
import updateItem from 'dynalite/actions/updateItem.js';
import * as batchGetItemInput from 'dynalite/validations/batchGetItem.js';
import * as batchWriteItemInput from 'dynalite/validations/batchWriteItem.js';
import * as deleteItemInput from 'dynalite/validations/deleteItem.js';
import * as getItemInput from 'dynalite/validations/getItem.js';
import validations from 'dynalite/validations/index.js';
import * as putItemInput from 'dynalite/validations/putItem.js';
import * as queryInput from 'dynalite/validations/query.js';
import * as scanInput from 'dynalite/validations/scan.js';
import * as updateItemInput from 'dynalite/validations/updateItem.js';
import { AwsError } from '#local/aws/service.ts';
import type { WriteSet } from './write-set.ts';

export type Input = Record<string, unknown>;

/** The operations that dynalite runs for us, and its rules for their inputs. */
const actions = {
  GetItem: { run: getItem, rules: getItemInput },
  PutItem: { run: putItem, rules: putItemInput },
  UpdateItem: { run: updateItem, rules: updateItemInput },
  DeleteItem: { run: deleteItem, rules: deleteItemInput },
  Query: { run: query, rules: queryInput },
  Scan: { run: scan, rules: scanInput },
  BatchGetItem: { run: batchGetItem, rules: batchGetItemInput },
  BatchWriteItem: { run: batchWriteItem, rules: batchWriteItemInput },
};

export type ActionName = keyof typeof actions;

/**
 * Checks the types of an input and parses its expressions. Throws for inputs that dynalite accepts and
 * handles wrongly.
 */
export function validate(name: ActionName, input: Input, store: WriteSet): Input {
  const { types, custom } = actions[name].rules;
  try {
    const data = validations.checkTypes({ ...input }, types);
    validations.checkValidations(data, types, custom, store);
    for (const parsed of [data._condition, data._filter] as (Parsed | undefined)[]) {
      if (parsed) refuseDeepComparison(parsed.expression);
    }
    return data;
  } catch (error) {
    throw asAwsError(error);
  }
}

/** Runs an operation on validated input; its writes stay in the store until that is committed. */
export function run(name: ActionName, data: Input, store: WriteSet): Promise<Input> {
  return new Promise((resolve, reject) => {
    actions[name].run(store, data, (error, result) => {
      if (error) reject(asAwsError(error));
      else resolve(result ?? {});
    });
  });
}

interface Parsed {
  expression: Expression;
}

/** A node of dynalite's expression trees; a literal is an attribute value, a path an array. */
interface Expression {
  type?: string;
  args?: Expression[];
  name?: string;
}

/** dynalite compares maps and lists by identity, so that such a condition would never hold. */
function refuseDeepComparison({ type = '', name, args = [] }: Expression): void {
  const compares = ['=', '<>'].includes(type) || name === 'in';
  if (compares && args.some((arg) => 'M' in arg || 'L' in arg)) {
    throw new AwsError('ValidationException', 'Comparing maps or lists is not emulated');
  }
  for (const arg of args) refuseDeepComparison(arg);
}

function asAwsError(error: unknown): Error {
  const { body, statusCode, message } = error as {
    body?: { __type: string; message?: string; Message?: string };
    statusCode?: number;
    message: string;
  };
  if (error instanceof AwsError || !body) return error as Error;
  const code = body.__type.slice(body.__type.indexOf('#') + 1);
  return new AwsError(code, body.message ?? body.Message ?? message, statusCode);
}
