import * as z from 'zod';

const erasure = z.object({
  account: z.string().min(1),
  user: z.string().min(1),
  org: z.string().min(1).optional(),
});

/** A person who was erased, by ids only, and the organization that ended with them. */
export type Erasure = z.output<typeof erasure>;

/**
 * The erasures in a log of `erase-person`, in their order, each person once. Other lines of the log are passed over.
 * Throws if a line is not JSON, or tells of an erasure without the ids to repeat it.
 */
export function readErasures(log: string): Erasure[] {
  const byUser = new Map<string, Erasure>();
  for (const [index, line] of log.split('\n').entries()) {
    if (line.trim() === '') continue;
    const found = readLine(line, index + 1);
    if (found && !byUser.has(found.user)) byUser.set(found.user, found);
  }
  return [...byUser.values()];
}

function readLine(line: string, number: number): Erasure | undefined {
  let entry: { message?: unknown };
  try {
    entry = JSON.parse(line);
  } catch {
    throw new Error(`Line ${number} is not JSON: is this the log of erase-person?`);
  }
  if (entry.message !== 'erased') return undefined;
  const { success, data } = erasure.safeParse(entry);
  if (!success) throw new Error(`Line ${number} tells of an erasure without its ids`);
  return data;
}
