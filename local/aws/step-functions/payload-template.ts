import { evaluateIntrinsic, parseIntrinsic } from '#local/aws/step-functions/intrinsics.ts';
import { checkPath, type Json, valueAt } from '#local/aws/step-functions/json-path.ts';

/**
 * Fills a payload template (`Parameters`, `ItemSelector`, `ResultSelector`): keys that end in `.$`
 * take their value from a path or an intrinsic function.
 */
export function fillTemplate(template: Json, input: Json, context: Json): Json {
  if (Array.isArray(template)) return template.map((item) => fillTemplate(item, input, context));
  if (typeof template !== 'object' || template === null) return template;
  const filled: Record<string, Json> = {};
  for (const [key, value] of Object.entries(template)) {
    if (key.endsWith('.$')) filled[key.slice(0, -2)] = evaluate(String(value), input, context);
    else filled[key] = fillTemplate(value, input, context);
  }
  return filled;
}

/** The value of a path or an intrinsic function. */
export function evaluate(expression: string, input: Json, context: Json): Json {
  return expression.startsWith('States.')
    ? evaluateIntrinsic(parseIntrinsic(expression), input, context)
    : valueAt(expression, input, context, 'States.ParameterPathFailure');
}

/** Throws when a template uses a path or function that is not emulated. */
export function checkTemplate(template: Json | undefined): void {
  if (typeof template !== 'object' || template === null) return;
  for (const [key, value] of Object.entries(template))
    if (key.endsWith('.$')) checkExpression(String(value));
    else checkTemplate(value);
}

export function checkExpression(expression: string): void {
  if (expression.startsWith('States.')) parseIntrinsic(expression);
  else checkPath(expression);
}
