import { readFile } from 'node:fs/promises';
import { type ExportFormat, exportFormats } from '../../shared/search-exports.ts';
import type { IndexOptions } from '../sdk-js/index-client.ts';
import { parseOptions, usageOf } from './parse-options.ts';

/** A search as the API takes it. The API checks it. */
export type SearchRequest = Record<string, unknown>;

/** An index and a key of it. */
type IndexAddress = IndexOptions & { apiKey: string };

export type Command =
  | { name: 'mcp'; index: IndexAddress }
  | { name: 'query'; index: IndexAddress; request: SearchRequest }
  | {
      name: 'export';
      index: IndexAddress;
      request: SearchRequest;
      format: ExportFormat;
      file: string;
    };

export const commandHelp = `antecede COMMAND [options]

Manages datasets, indexes and keys with a management key, and searches an index with a key of it.

Manage, after a login
  login --address URL            checks a management key and keeps it; reads it from the standard input
  logout                         forgets it
  upload FILE                    uploads a dataset of up to 5 TB
  upload FILE FILE… [--name NAME.zip]   uploads several files as one dataset
  datasets list | delete NAME
  datasets join NAME.zip DATASET DATASET… [--every once|daily|weekly] [--rebuild INDEX]
                                 makes one dataset of the rows of others, which stay
  sources list | fetch NAME [--wait] | delete NAME
  sources create NAME --url URL | --s3 s3://BUCKET/KEY --role ARN [--region REGION]
                 [--every once|daily|weekly] [--rebuild INDEX] [--wait]
  index list | wait NAME | delete NAME
  index create NAME --dataset FILE [--text COLUMN] [--wait]
  index rebuild NAME [--dataset FILE] [--wait]
  keys list INDEX | create INDEX [--name NAME] | delete INDEX ID
  keys rotate INDEX ID [--overlap HOURS]   gives a key a new text; the old one goes on for a day
  types INDEX [--language python]
                                 prints a type with its columns for the client of TypeScript, or of Python
  completion bash | zsh | fish   prints a script that completes these words

  All of them print JSON; --json and --quiet leave out the progress of an upload. In place of a login:
  ANTECEDE_ADDRESS and ANTECEDE_MANAGEMENT_KEY.

Search, with a key of the index in ANTECEDE_API_KEY
  query TEXT         prints what is found, as JSON
  export FILE        writes all that is found to a file: .csv, .xlsx, .jsonl or .parquet
  mcp                serves an assistant that starts local programs (Model Context Protocol, stdio)

Options
  --endpoint URL     address of the index, as its documentation names it (or ANTECEDE_ENDPOINT)
  --text TEXT        what to search for, of export
  --syntax query     reads operators in the text, such as "phrase", +must, -not
  --vector FILE      a vector as a JSON list, for an index with a column of vectors, of query
  --minimum-score N  leaves out what has a lower score, 0 to 1, of query
  --weights LIST     what signals count, such as words=2,meaning=0.5, of query
  --request FILE     the request as JSON, as POST /query takes it; - reads it from the standard input
  --version          print the version
  --help             print this text

Exit codes
  0  done
  1  an unexpected failure
  2  wrong options, or a file cannot be read or written
  5  the server or the network failed for too long
  7  the server refused it: the message says why
`;

/** Commands that need a key of an index. */
const indexCommands = ['mcp', 'query', 'export'] as const;

const usage = usageOf('antecede');

/** Parses the command line. Throws `Failure` if it is invalid. */
export async function readCommand(
  args: string[],
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Command | 'help' | 'version'> {
  const { values, positionals } = parse(args);
  if (values.help) return 'help';
  if (values.version) return 'version';
  const [command, subject, ...more] = positionals;
  if (command === undefined) throw usage('Name a command.');
  const name = indexCommands.find((one) => one === command);
  if (!name) throw usage(`There is no command "${command}".`);
  if (more.length > 0) throw usage(`There is no use for "${more[0]}".`);
  const endpoint = values.endpoint ?? environment.ANTECEDE_ENDPOINT;
  if (!endpoint || !URL.canParse(endpoint)) throw usage('Name the index by --endpoint.');
  // Never an argument: those are seen by everybody on the machine.
  const apiKey = environment.ANTECEDE_API_KEY;
  if (!apiKey) throw usage('Set ANTECEDE_API_KEY to a key of the index.');
  const index = { endpoint: endpoint.replace(/\/$/, ''), apiKey };
  const requestOf = async (text: string | undefined): Promise<SearchRequest> => ({
    ...(values.request !== undefined && (await readRequest(values.request))),
    ...(text !== undefined && { conceptFeaturesString: text }),
    ...(values.syntax !== undefined && { syntax: values.syntax }),
  });
  switch (name) {
    case 'mcp':
      return { name, index };
    case 'query': {
      const { 'minimum-score': minimum, weights, vector } = values;
      const ranking = {
        ...(vector !== undefined && { vector: await readJson(vector) }),
        ...(minimum !== undefined && { minimumScore: numberOf('--minimum-score', minimum) }),
        ...(weights !== undefined && { weights: readWeights(weights) }),
      };
      return { name, index, request: { ...(await requestOf(subject)), ...ranking } };
    }
    case 'export': {
      const format = exportFormats.find((one) => subject?.endsWith(`.${one}`));
      if (!subject || !format)
        throw usage('Name a file that ends with .csv, .xlsx, .jsonl or .parquet.');
      return { name, index, request: await requestOf(values.text), format, file: subject };
    }
  }
}

/** Throws `Failure` if the value of an option is no number. */
export function numberOf(name: string, text: string): number {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (Number.isFinite(value)) return value;
  throw usage(`${name} is a number, not "${text}".`);
}

/** `words=2,meaning=0.5`. Which signals there are is known to the server, which names them. */
const readWeights = (text: string): Record<string, number> =>
  Object.fromEntries(
    text.split(',').map((each) => {
      const [signal = '', weight = ''] = each.split('=');
      return [signal.trim(), numberOf('--weights', weight)];
    }),
  );

async function readRequest(file: string): Promise<SearchRequest> {
  const { request, ...rest } = (await readJson(file)) as { request?: SearchRequest };
  return request ?? rest;
}

async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(file === '-' ? await readAll() : await readFile(file, 'utf8'));
  } catch (error) {
    throw usage(`${file} cannot be read as JSON: ${(error as Error).message}.`);
  }
}

async function readAll(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

const parse = (args: string[]) =>
  parseOptions(
    args,
    {
      endpoint: { type: 'string' },
      text: { type: 'string' },
      syntax: { type: 'string' },
      vector: { type: 'string' },
      'minimum-score': { type: 'string' },
      weights: { type: 'string' },
      request: { type: 'string' },
      version: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
    usage,
  );
