import * as z from 'zod';
import { modelApi, modelEndpoint } from '#shared/model-endpoint.ts';

/** USD for a million tokens. */
const price = z.strictObject({ input: z.number().nonnegative(), output: z.number().nonnegative() });

/** Of an operator: which models judge the claim charts of invalidation reports, and for how much. */
export const judgeSettingsSchema = z
  .strictObject({
    /** Judges each cell of the likely references. */
    model: z.string().min(1).max(100),
    /** Judges once more what decides. Absent: nothing is judged twice. */
    secondModel: z.string().min(1).max(100).optional(),
    /** Base address of the API if it is not OpenAI's: `https://host/v1`. */
    endpoint: modelEndpoint.optional(),
    api: modelApi.default('responses'),
    /** By model. Needed for a budget in USD. */
    prices: z.record(z.string(), price).default({}),
    /** Most that one report may use. */
    budget: z
      .union([
        z.strictObject({ tokens: z.int().positive() }),
        z.strictObject({ usd: z.number().positive() }),
      ])
      .default({ tokens: 500_000 }),
  })
  .superRefine(({ model, secondModel, prices, budget }, { addIssue }) => {
    const unpriced = [model, secondModel].find((one) => one && !prices[one]);
    if ('usd' in budget && unpriced) {
      addIssue({ code: 'custom', path: ['prices'], message: `${unpriced} has no price` });
    }
  });

export type JudgeSettings = z.output<typeof judgeSettingsSchema>;

/** Tokens of requests and answers. */
export interface TokenUse {
  input: number;
  output: number;
}

/** What tokens cost; undefined for a model without a price. */
export function costOf(
  { prices }: Pick<JudgeSettings, 'prices'>,
  model: string,
  { input, output }: TokenUse,
): number | undefined {
  const one = prices[model];
  return one && (input * one.input + output * one.output) / 1_000_000;
}
