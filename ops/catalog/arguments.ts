import { parseArgs } from 'node:util';
import { type EnvironmentName, environmentNames, isEnvironmentName } from '#infra/environments.ts';
import { type CatalogId, catalogIds, catalogs, isCatalogId } from './catalogs.ts';
import { type PatentText, patentTexts } from './formats/format.ts';

export interface LoadCommand {
  readonly name: 'load';
  readonly catalog: CatalogId;
  readonly from: readonly string[];
  /** Absent when the dataset stays in the folder. */
  readonly environment?: EnvironmentName;
  readonly folder: string;
  readonly limit?: number;
  readonly partBytes: number;
  readonly patentTexts: readonly PatentText[];
  readonly restart: boolean;
  /** The files are a delivery: they are added to what the environment serves. */
  readonly isDelivery: boolean;
  /** Of a delivery: the index is built from its rows, too. */
  readonly builds: boolean;
  /** The load is published although deliveries were added since it began. */
  readonly replacesDeliveries: boolean;
}

export interface BuildCommand {
  readonly name: 'build';
  readonly catalog: CatalogId;
  readonly environment: EnvironmentName;
  /** Folder for a part of the dataset while it is written. */
  readonly folder: string;
}

export type Command = LoadCommand | BuildCommand | { readonly name: 'help' };

/** The command line is invalid; the message says what to write instead. */
export class UsageError extends Error {}

export const usage = `Loads a catalogue from the files its publisher offers.

  npm run catalog -- load CATALOG [--from] FILE|FOLDER… (--env NAME | --out FOLDER) [options]
  npm run catalog -- build CATALOG --env NAME

CATALOG is one of
${catalogIds.map((id) => `  ${id.padEnd(12)}${catalogs[id].inputs}`).join('\n')}

load  converts the files to the catalogue's dataset. With --env it uploads the dataset to the
      environment, replaces the present one, and builds the index from it. The present index keeps
      serving until then. With --out alone the dataset stays in the folder.
      If the load is interrupted, run the same command again to resume it.
build builds the index again from the environment's dataset and the deliveries that wait.

  --from FILE…     the publisher's files, in order; of a folder, all files in it and below it
  --env NAME       ${environmentNames.join(', ')}; local is the stack of "npm start" (same PORT and LOCAL_DATA_DIR)
  --out FOLDER     folder for the dataset, the checkpoint and the rejects (default with --env: .catalog/NAME)
  --texts LIST     texts of a patent: abstract, claims, description (default: all three)
  --limit N        stop after N rows
  --part-size MIB  size of a part, after which a checkpoint is written (default 128; at most 10,000 parts)
  --add            the files are a delivery: add them to what serves. Documents and citations change at once,
                   the index by a build of the former rows and those of the delivery. Only with --env
  --no-build       with --add: do not build now. The rows wait for the next build
  --replace        publish a full load although deliveries were added since it began. Add them again then
  --restart        discard an interrupted load and start over
  --help           print this text

Exit codes: 0 done, 1 failed, 2 wrong usage, 130 interrupted. CATALOG.rejects.csv in the folder lists
the records that were left out, with file, position and reason.`;

const MIB = 1 << 20;
/** Limits of S3 for all parts but the last. */
const SMALLEST_PART_MIB = 5;
const LARGEST_PART_MIB = 5120;

/** @throws UsageError */
export function readArguments(args: readonly string[]): Command {
  const { values, positionals } = parse(args);
  const [name, catalog, ...files] = positionals;
  if (values.help || args.length === 0) return { name: 'help' };
  if (name !== 'load' && name !== 'build') {
    throw new UsageError(`There is no command ${name ?? ''}: use load or build.`);
  }
  if (!isCatalogId(catalog)) {
    throw new UsageError(`There is no catalogue ${catalog ?? ''}: use ${catalogIds.join(', ')}.`);
  }
  const environment = values.env;
  if (environment !== undefined && !isEnvironmentName(environment)) {
    throw new UsageError(
      `There is no environment ${environment}: use ${environmentNames.join(', ')}.`,
    );
  }
  if (name === 'build') {
    if (!environment) throw new UsageError('Say where to build: --env NAME.');
    return { name, catalog, environment, folder: values.out ?? `.catalog/${environment}` };
  }
  if (!environment && !values.out) {
    throw new UsageError('Say where the dataset goes: --env NAME or --out FOLDER.');
  }
  // The shell expands `--from *.zip` to one option value and further positional arguments.
  const from = [...(values.from ?? []), ...files];
  if (from.length === 0) throw new UsageError('Say what to load: --from FILE… or a folder.');
  const smallest = environment ? SMALLEST_PART_MIB : 1;
  return {
    name,
    catalog,
    from,
    environment,
    folder: values.out ?? `.catalog/${environment}`,
    limit: values.limit === undefined ? undefined : count('limit', values.limit, 1),
    partBytes: count('part-size', values['part-size'], smallest, LARGEST_PART_MIB) * MIB,
    restart: values.restart,
    isDelivery: isDelivery(values.add, catalog, environment),
    builds: !values['no-build'],
    replacesDeliveries: values.replace,
    patentTexts: textsOf(values.texts),
  };
}

function isDelivery(asked: boolean, catalog: CatalogId, environment: string | undefined): boolean {
  if (!asked) return false;
  if (catalog === 'us_patents' && environment) return true;
  throw new UsageError(
    '--add: deliveries are added to the patents of an environment (--env NAME).',
  );
}

function textsOf(list: string): PatentText[] {
  const names = list.split(',');
  const unknown = names.find((name) => !patentTexts.some((known) => known === name));
  if (unknown === undefined) return patentTexts.filter((name) => names.includes(name));
  throw new UsageError(`--texts ${list}: use some of ${patentTexts.join(',')}.`);
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        from: { type: 'string', multiple: true },
        env: { type: 'string' },
        out: { type: 'string' },
        limit: { type: 'string' },
        texts: { type: 'string', default: patentTexts.join(',') },
        'part-size': { type: 'string', default: '128' },
        restart: { type: 'boolean', default: false },
        add: { type: 'boolean', default: false },
        'no-build': { type: 'boolean', default: false },
        replace: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function count(option: string, text: string, minimum: number, maximum = Number.MAX_SAFE_INTEGER) {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= minimum && value <= maximum) return value;
  const range =
    maximum === Number.MAX_SAFE_INTEGER ? `from ${minimum}` : `from ${minimum} to ${maximum}`;
  throw new UsageError(`--${option} ${text}: use a whole number ${range}.`);
}
