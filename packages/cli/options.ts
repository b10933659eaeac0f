import { dirname, join } from 'node:path';
import { parseOptions, usageOf } from './parse-options.ts';

export interface Options {
  file: string;
  presigned: string;
  concurrency: number;
  retries: number;
  quiet: boolean;
  abort: boolean;
}

export const help = `antecede-upload FILE.csv [options]

Uploads a CSV file, or another table, of up to 5 TB to Antecede. If it is interrupted, run the same command to resume.

  1. On the page Dataset choose "CLI Upload", choose the file, and download presigned.json.
  2. Put presigned.json in the folder of the file.
  3. Run: antecede-upload FILE.csv

Options
  --presigned FILE   the presigned JSON, if it is not presigned.json in the folder of the CSV
  --concurrency N    number of parts sent at the same time, 1 to 32 (default 4)
  --retries N        number of retries of a failed request, 0 to 100 (default 10)
  --quiet            print errors only
  --abort            cancel the upload and delete its parts
  --version          print the version
  --help             print this text

Exit codes
  0  the file is uploaded
  1  an unexpected failure
  2  wrong options, or the file cannot be read
  3  presigned.json is missing, damaged, or made for another file
  4  the upload is closed: download a new presigned.json
  5  the server or the network failed for too long: run the command again
  6  the file changed during the upload
  130, 143  interrupted (SIGINT, SIGTERM): run the command again
`;

/** Parses the command line. Throws `Failure` if it is invalid. */
export function readOptions(args: string[]): Options | 'help' | 'version' {
  const { values, positionals } = parse(args);
  if (values.help) return 'help';
  if (values.version) return 'version';
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw usage('Name one file.');
  return {
    file,
    presigned: values.presigned ?? join(dirname(file), 'presigned.json'),
    concurrency: numberOf('--concurrency', values.concurrency, 1, 32),
    retries: numberOf('--retries', values.retries, 0, 100),
    quiet: values.quiet,
    abort: values.abort,
  };
}

const parse = (args: string[]) =>
  parseOptions(
    args,
    {
      presigned: { type: 'string' },
      concurrency: { type: 'string', default: '4' },
      retries: { type: 'string', default: '10' },
      quiet: { type: 'boolean', default: false },
      abort: { type: 'boolean', default: false },
      version: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
    usage,
  );

function numberOf(name: string, text: string, min: number, max: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= min && value <= max) return value;
  throw usage(`${name} is a whole number from ${min} to ${max}, not "${text}".`);
}

const usage = usageOf('antecede-upload');
