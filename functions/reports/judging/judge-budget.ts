import { costOf, type JudgeSettings, type TokenUse } from '#shared/report/judge-settings.ts';

/** What a report may use of models, and what it has used. Nothing is asked that might use more than is left. */
export interface JudgeBudget {
  /**
   * Sets aside the most that a request may use.
   * @param share of the budget that may be used
   * @returns false if less is left
   */
  reserve(model: string, most: TokenUse, share: number): boolean;
  /** Puts what was used in the place of what was set aside. */
  settle(model: string, reserved: TokenUse, used: TokenUse): void;
  /** Counts what was used before, by an earlier worker or for the same question. */
  count(model: string, used: TokenUse): void;
  used(): { input_tokens: number; output_tokens: number; usd?: number };
}

export function openBudget(settings: Pick<JudgeSettings, 'budget' | 'prices'>): JudgeBudget {
  const { budget } = settings;
  const used = new Map<string, TokenUse>();
  let reserved = 0;
  const amountOf = (model: string, one: TokenUse) =>
    'usd' in budget ? costOf(settings, model, one)! : one.input + one.output;
  const most = 'usd' in budget ? budget.usd : budget.tokens;
  const total = () => Array.from(used).reduce((sum, [model, one]) => sum + amountOf(model, one), 0);
  const count = (model: string, { input, output }: TokenUse) => {
    const before = used.get(model) ?? { input: 0, output: 0 };
    used.set(model, { input: before.input + input, output: before.output + output });
  };
  return {
    reserve(model, wanted, share) {
      const amount = amountOf(model, wanted);
      if (total() + reserved + amount > most * share) return false;
      reserved += amount;
      return true;
    },
    settle(model, aside, actual) {
      reserved -= amountOf(model, aside);
      count(model, actual);
    },
    count,
    used() {
      const all = [...used];
      const costs = all.map(([model, one]) => costOf(settings, model, one));
      const usd = costs.every((cost) => cost !== undefined)
        ? costs.reduce((sum, cost) => sum + cost, 0)
        : undefined;
      return {
        input_tokens: all.reduce((sum, [, { input }]) => sum + input, 0),
        output_tokens: all.reduce((sum, [, { output }]) => sum + output, 0),
        ...(usd !== undefined && { usd: Math.round(usd * 1_000_000) / 1_000_000 }),
      };
    },
  };
}
