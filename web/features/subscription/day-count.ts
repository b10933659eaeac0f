/** `1 day`, `5 days`. */
export const dayCount = (count: number) => `${count} ${count === 1 ? 'day' : 'days'}`;
