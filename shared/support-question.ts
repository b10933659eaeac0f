import * as z from 'zod';

/** What is asked about an answer: whether the quotes of each statement say it. */
export const supportQuestion = z.array(
  z.object({ id: z.int(), statement: z.string(), quotes: z.array(z.string()) }),
);
export type SupportQuestion = z.output<typeof supportQuestion>;

/** What is answered. */
export const supportVerdicts = z.strictObject({
  verdicts: z.array(z.strictObject({ id: z.int(), supported: z.boolean() })),
});

/** A question from its JSON; empty for another text. */
export function readSupportQuestion(text: string): SupportQuestion {
  try {
    return supportQuestion.safeParse(JSON.parse(text)).data ?? [];
  } catch {
    return [];
  }
}
