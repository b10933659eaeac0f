import type { ParametersService } from '#local/aws/ssm/ssm.ts';

/** Gives the functions the keys of models, the local or the real ones, like the operator of a deployed environment. */
export function connectAssistant(
  parameters: Pick<ParametersService, 'set'>,
  keys: { apiKey: string; reportsApiKey: string; embedderApiKey: string },
): void {
  parameters.set('antecede-local-openai', keys);
}
