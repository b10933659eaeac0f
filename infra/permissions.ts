import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { endpointNames } from '#shared/contract/contract.ts';
import { type Permission, type Setting, settings } from '#shared/permissions.ts';
import { functions as allFunctions, projectDir } from './functions.ts';
import { nameReader } from './sources/named-permissions.ts';
import { SourceGraph } from './sources/source-graph.ts';
import type { Declaration, Module } from './sources/source-module.ts';
import type { Node } from './sources/syntax.ts';

/** A permission or a setting that a function needs, and the declaration that contains it. */
export interface Need<T extends string> {
  name: T;
  /** `functions/people/accounts.ts, getCaller`. */
  source: string;
}

/** What one function needs, without duplicates, sorted by name. */
export interface Needs {
  permissions: Need<Permission>[];
  settings: Need<Setting>[];
  /** Whether it tells the search history of searches, in its log. */
  logsSearches: boolean;
}

/** Modules that decide what a function is made with. */
const searchLog = 'functions/search/log-search.ts';
const openIndexes = 'functions/search/query-published-index.ts';

/** A function to read: `opensIndexes` says what its feature declares. */
interface Entry {
  name: string;
  file: string;
  opensIndexes?: boolean;
}

/**
 * Derives from the sources what each function needs: the permissions and settings that the declarations it reaches name
 * as arguments of the functions of `config.ts`, or of functions that pass them on. Takes a fraction of a second.
 *
 * @param functions names and files below `directory`; by default all of the product
 * @throws when an endpoint of the contract or a job has no file, its file is bound to another endpoint, its feature is
 *   wrong about whether it opens indexes, or a permission is composed at run time
 */
export function readNeeds(
  functions: readonly Entry[] = allFunctions,
  directory = projectDir,
): Map<string, Needs> {
  const missing = functions.filter(({ file }) => !existsSync(join(directory, file)));
  if (missing.length > 0) {
    const names = missing.map(({ name, file }) => `${name} (${file})`);
    throw new Error(`No handler for ${names.join(', ')}: write the file, or remove the name.`);
  }
  const graph = new SourceGraph(directory);
  const namedBy = nameReader(graph);
  return new Map(
    functions.map(({ name, file, opensIndexes = false }) => {
      const entry = graph.module(join(directory, file));
      requireHandler(graph, entry, name);
      const reached = graph.reachedFrom(entry);
      const reaches = (label: string) => reached.some(({ module }) => module.label === label);
      if (reaches(openIndexes) !== opensIndexes) {
        throw new Error(`The feature of ${file} must say opensIndexes: ${!opensIndexes}.`);
      }
      return [name, { ...needsOf(reached, namedBy), logsSearches: reaches(searchLog) }];
    }),
  );
}

/** Throws unless the module of an endpoint handles the one as which it is deployed. */
function requireHandler(graph: SourceGraph, entry: Module, name: string): void {
  const handler = graph.exported(entry, 'handler');
  if (!handler) throw new Error(`${entry.label} exports no handler.`);
  if (!endpointNames.some((endpoint) => endpoint === name)) return;
  const call = handler.node.init as Node | undefined;
  const [, bound] = call?.type === 'CallExpression' ? (call.arguments as Node[]) : [];
  if (bound?.value !== name) {
    throw new Error(`${entry.label} handles ${bound?.value ?? 'no endpoint'}, not ${name}.`);
  }
}

function needsOf(
  reached: readonly Declaration[],
  namedBy: (declaration: Declaration) => ReadonlySet<string>,
): Omit<Needs, 'logsSearches'> {
  const sources = new Map<string, string>();
  for (const declaration of reached) {
    for (const name of namedBy(declaration)) {
      if (!sources.has(name)) sources.set(name, `${declaration.module.label}, ${declaration.name}`);
    }
  }
  const found = [...sources].map(([name, source]) => ({ name, source }));
  found.sort((a, b) => (a.name < b.name ? -1 : 1));
  return {
    permissions: found.filter(isPermission),
    settings: found.filter(isSetting),
  };
}

/** Of the texts that the functions of `config.ts` take, only permissions have a space. */
const isPermission = (need: Need<string>): need is Need<Permission> => need.name.includes(' ');

const isSetting = (need: Need<string>): need is Need<Setting> =>
  settings.some((setting) => setting === need.name);
