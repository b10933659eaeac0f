/** Reads the options of a benchmark. Wrong ones end the process with the reason and the usage. */
export function parseOrExit<T>(parse: (args: string[]) => T, args: string[], usage: string): T {
  try {
    return parse(args);
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${usage}`);
    process.exit(2);
  }
}
