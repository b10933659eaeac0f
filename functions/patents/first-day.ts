const dayMs = 86_400_000;

/** Days since 1970 between which all patents were published. */
export const firstDay = Date.parse('1790-01-01') / dayMs;
export const lastDay = Date.parse('2100-01-01') / dayMs;

export const toIsoDay = (day: number) => new Date(day * dayMs).toISOString().slice(0, 10);

/** The first day for which a condition holds that holds for all days after it; `lastDay` if it never holds. */
export async function firstTrue(holds: (day: number) => Promise<boolean>): Promise<number> {
  let [low, high] = [firstDay, lastDay];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (await holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
