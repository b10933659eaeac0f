import { type ChoiceRule, checkRule } from '#local/aws/step-functions/choice.ts';
import { checkPath, type Json } from '#local/aws/step-functions/json-path.ts';
import { checkExpression, checkTemplate } from '#local/aws/step-functions/payload-template.ts';

export interface Retrier {
  ErrorEquals: string[];
  IntervalSeconds?: number;
  MaxAttempts?: number;
  BackoffRate?: number;
  MaxDelaySeconds?: number;
  JitterStrategy?: 'FULL' | 'NONE';
}

export interface Catcher {
  ErrorEquals: string[];
  Next: string;
  ResultPath?: string | null;
}

/** One state of a definition in Amazon States Language, JSONPath flavour. */
export interface State {
  Type: 'Task' | 'Pass' | 'Choice' | 'Wait' | 'Succeed' | 'Fail' | 'Parallel' | 'Map';
  Next?: string;
  End?: boolean;
  InputPath?: string | null;
  OutputPath?: string | null;
  ResultPath?: string | null;
  Parameters?: Json;
  ResultSelector?: Json;
  Retry?: Retrier[];
  Catch?: Catcher[];
  Resource?: string;
  TimeoutSeconds?: number;
  TimeoutSecondsPath?: string;
  Result?: Json;
  Choices?: ChoiceRule[];
  Default?: string;
  Seconds?: number;
  SecondsPath?: string;
  Timestamp?: string;
  TimestampPath?: string;
  Error?: string;
  ErrorPath?: string;
  Cause?: string;
  CausePath?: string;
  Branches?: States[];
  ItemProcessor?: States & { ProcessorConfig?: { Mode?: string } };
  Iterator?: States;
  ItemsPath?: string;
  ItemSelector?: Json;
  MaxConcurrency?: number;
  MaxConcurrencyPath?: string;
}

/** States with a beginning: a whole definition, a branch, or the body of a Map. */
export interface States {
  StartAt: string;
  States: Record<string, State>;
  TimeoutSeconds?: number;
}

const common = ['Type', 'Comment', 'QueryLanguage', 'InputPath', 'OutputPath'];
const flow = ['Next', 'End'];
const result = ['ResultPath', 'Parameters', 'ResultSelector', 'Retry', 'Catch', ...flow];
const fields: Record<State['Type'], string[]> = {
  Task: [...result, 'Resource', 'TimeoutSeconds', 'TimeoutSecondsPath'],
  Pass: [...flow, 'Result', 'ResultPath', 'Parameters'],
  Choice: ['Choices', 'Default'],
  Wait: [...flow, 'Seconds', 'SecondsPath', 'Timestamp', 'TimestampPath'],
  Succeed: [],
  Fail: ['Error', 'ErrorPath', 'Cause', 'CausePath'],
  Parallel: [...result, 'Branches'],
  Map: [
    ...[...result, 'ItemProcessor', 'Iterator', 'ItemsPath', 'ItemSelector'],
    ...['MaxConcurrency', 'MaxConcurrencyPath'],
  ],
};
const retrierFields = [
  ...['Comment', 'ErrorEquals', 'IntervalSeconds', 'MaxAttempts', 'BackoffRate'],
  ...['MaxDelaySeconds', 'JitterStrategy'],
];
const resources = /^arn:aws[\w-]*:(states:::lambda:invoke|lambda:[\w-]+:\d+:function:[\w:$-]+)$/;

/** Reads a definition and throws, naming the state, on anything that the interpreter cannot run. */
export function readDefinition(text: string): States {
  const definition: States & Record<string, unknown> = JSON.parse(text);
  refuseUnknown(definition, [
    'StartAt',
    'States',
    'Comment',
    'Version',
    'TimeoutSeconds',
    'QueryLanguage',
  ]);
  checkStates(definition);
  return definition;
}

function checkStates(states: States): void {
  const next = (name: string | undefined, from: string) => {
    if (!name || !Object.hasOwn(states.States, name))
      throw new Error(`${from} leads to ${name}, which is no state`);
  };
  next(states.StartAt, 'StartAt');
  for (const [name, state] of Object.entries(states.States)) {
    try {
      checkState(state);
    } catch (error) {
      throw new Error(`state "${name}": ${(error as Error).message}`, { cause: error });
    }
    for (const target of [
      state.Next,
      state.Default,
      ...[...(state.Catch ?? []), ...(state.Choices ?? [])].map((c) => c.Next),
    ])
      if (target !== undefined) next(target, `state "${name}"`);
    if (fields[state.Type].includes('End') && !state.End) next(state.Next, `state "${name}"`);
  }
}

function checkState(state: State): void {
  const known = fields[state.Type];
  if (!known) throw new Error(`type ${state.Type} is not emulated`);
  refuseUnknown(state, [...common, ...known]);
  const { Parameters, ItemSelector, ResultSelector } = state;
  for (const template of [Parameters, ItemSelector, ResultSelector]) checkTemplate(template);
  for (const [key, value] of Object.entries(state)) {
    if (typeof value !== 'string' || !key.endsWith('Path')) continue;
    if (key === 'CausePath' || key === 'ErrorPath') checkExpression(value);
    else checkPath(value);
  }
  for (const rule of state.Choices ?? []) checkRule(rule);
  checkRecovery(state);
  if (state.Type === 'Task') checkTask(state);
  if (state.Type === 'Map') checkMap(state);
  for (const branch of state.Branches ?? []) checkStates(branch);
}

function checkRecovery({ Retry = [], Catch = [] }: State): void {
  for (const rules of [Retry, Catch]) {
    for (const [i, { ErrorEquals }] of rules.entries()) {
      if (!ErrorEquals?.length) throw new Error('ErrorEquals is missing');
      const everything = ErrorEquals.includes('States.ALL');
      if (everything && (ErrorEquals.length > 1 || i < rules.length - 1))
        throw new Error('States.ALL must stand alone, in the last rule');
    }
  }
  for (const retrier of Retry) {
    refuseUnknown(retrier, retrierFields);
    if (!['FULL', 'NONE', undefined].includes(retrier.JitterStrategy))
      throw new Error(`JitterStrategy ${retrier.JitterStrategy} is not emulated`);
  }
  for (const catcher of Catch) {
    refuseUnknown(catcher, ['Comment', 'ErrorEquals', 'Next', 'ResultPath']);
    if (typeof catcher.ResultPath === 'string') checkPath(catcher.ResultPath);
  }
}

function checkTask({ Resource = '', Parameters }: State): void {
  if (!resources.test(Resource)) throw new Error(`Resource ${Resource} is not emulated`);
  if (!Resource.includes(':states:')) return;
  const names = Object.keys((Parameters ?? {}) as object).map((key) => key.replace(/\.\$$/, ''));
  if (!names.includes('FunctionName')) throw new Error('Parameters.FunctionName is missing');
  const unknown = names.find((name) => name !== 'FunctionName' && name !== 'Payload');
  if (unknown) throw new Error(`Parameters.${unknown} is not emulated`);
}

function checkMap({ ItemProcessor, Iterator }: State): void {
  const mode = ItemProcessor?.ProcessorConfig?.Mode ?? 'INLINE';
  if (mode !== 'INLINE') throw new Error(`Map of mode ${mode} is not emulated`);
  const body = ItemProcessor ?? Iterator;
  if (!body) throw new Error('ItemProcessor is missing');
  checkStates(body);
}

function refuseUnknown(object: object, known: string[]): void {
  for (const [key, value] of Object.entries(object)) {
    if (!known.includes(key)) throw new Error(`${key} is not emulated`);
    if (key === 'QueryLanguage' && value !== 'JSONPath')
      throw new Error(`QueryLanguage ${value} is not emulated`);
  }
}
