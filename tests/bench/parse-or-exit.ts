/** Reads the options of a benchmark. Wrong ones end the process with the reason and the usage. */
export function parseOrExit<T>(parse: (args: string[]) => T, args: string[], usage: string): T {
  try {
    return parse(args);
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${usage}`);
    process.exit(2);
  }
}

/** An option that is a number above 0. Throws an error for the person who typed it. */
export function positive(text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new Error(`${text} is not a positive number.`);
  return value;
}
