/** Names between commas. Of more than `most`, the first and how many more there are. */
export const firstNames = (names: readonly string[], most: number): string =>
  names.length > most
    ? `${names.slice(0, most).join(', ')} and ${names.length - most} more`
    : names.join(', ');
