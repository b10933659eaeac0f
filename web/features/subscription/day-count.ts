/** `1 day`, `5 days`. */
export const dayCount = (count: number) => `${count} ${count === 1 ? 'day' : 'days'}`;

/** How long a payment is overdue. On its first day no whole day has passed. */
export const overdueText = (days: number) => (days === 0 ? 'less than a day' : dayCount(days));
