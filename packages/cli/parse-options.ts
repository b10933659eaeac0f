import { type ParseArgsConfig, parseArgs } from 'node:util';
import { Failure } from './failure.ts';

/** Makes failures of wrong options, which name the help of a tool. */
export const usageOf = (tool: string) => (problem: string) =>
  new Failure('usage', `${problem} See ${tool} --help.`);

/**
 * Reads options and positionals.
 * @throws Failure of `usage` for options that there are not
 */
export function parseOptions<const Options extends NonNullable<ParseArgsConfig['options']>>(
  args: string[],
  options: Options,
  usage: (problem: string) => Failure,
) {
  try {
    return parseArgs({ args, allowPositionals: true, options });
  } catch (error) {
    throw usage((error as Error).message);
  }
}
