import fc from 'fast-check';

/** The moment at which the plug is pulled, see `pull-plug.ts`. */
export interface KillPoint {
  call: number;
  moment: 'before the answer' | 'after the answer';
  /** Calls are counted from the first of this operation on, such as `AmazonSQS.SendMessage`. */
  from?: string;
}

/** Points that are the same for the same seed. */
export const killPoints = (seed: number, count: number, lastCall: number): KillPoint[] =>
  fc.sample(
    fc.record<KillPoint>({
      call: fc.noBias(fc.integer({ min: 1, max: lastCall })),
      moment: fc.constantFrom('before the answer', 'after the answer'),
    }),
    { seed, numRuns: count },
  );

/** Environment of a stack that ends at this point. */
export const plugAt = ({ call, moment, from = '' }: KillPoint) => ({
  NODE_OPTIONS: `--import=${new URL('./pull-plug.ts', import.meta.url).href}`,
  PLUG_CALL: String(call),
  PLUG_MOMENT: moment,
  PLUG_FROM: from,
});
