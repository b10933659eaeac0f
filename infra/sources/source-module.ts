import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type EcmaScriptModule, parseSync } from 'oxc-parser';
import { projectDir } from '../functions.ts';
import { boundIn, isPureValue, type Node, namesIn } from './syntax.ts';

/** A declaration or another statement at the top of a module. */
export interface Declaration {
  module: Module;
  /** The name that it binds; of several the first. */
  name: string;
  node: Node;
}

interface Binding {
  /** Absent for modules that are not followed. */
  file: string | undefined;
  name: string;
}

export interface Module {
  file: string;
  /** Relative to the directory of the graph. */
  label: string;
  declarations: ReadonlyMap<string, Declaration>;
  /** What runs whenever a declaration of the module is used: statements, and values that calls return. */
  effects: readonly Declaration[];
  imports: ReadonlyMap<string, Binding>;
  exports: ReadonlyMap<string, Binding>;
  /** Followed modules that it names, in the order in which they run. */
  requests: readonly string[];
}

/** Parses a source. `label` names it in messages. */
export function readModule(file: string, label: string): Module {
  const text = readFileSync(file, 'utf8');
  const { program, module: links, comments, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${label}: ${errors[0]!.message}`);
  const bind = (request: string, name: string) => ({ file: sourceOf(file, request), name });
  const imports = new Map<string, Binding>();
  for (const { moduleRequest, entries } of links.staticImports) {
    for (const { importName, localName, isType } of entries) {
      if (isType) continue;
      const name = importName.kind === 'Default' ? 'default' : (importName.name ?? '*');
      const binding = bind(moduleRequest.value, name);
      if (name === '*' && binding.file) throw new Error(`${label} imports a whole module.`);
      imports.set(localName.value, binding);
    }
  }
  const exports = new Map<string, Binding>();
  for (const { entries } of links.staticExports) {
    for (const { moduleRequest, importName, exportName, localName, isType } of entries) {
      if (isType) continue;
      const name = exportName.kind === 'Default' ? 'default' : exportName.name;
      if (!name) throw new Error(`${label} exports a whole module.`);
      if (moduleRequest) exports.set(name, bind(moduleRequest.value, importName.name ?? '*'));
      else exports.set(name, { file, name: localName.name ?? 'default' });
    }
  }
  const pureCalls = new Set(
    comments.flatMap(({ value, end }) =>
      value.includes('@__PURE__') ? [end + /^\s*/.exec(text.slice(end))![0].length] : [],
    ),
  );
  const declarations = new Map<string, Declaration>();
  const effects: Declaration[] = [];
  const requests = requestsOf(links).flatMap((request) => sourceOf(file, request) ?? []);
  const module = { file, label, declarations, effects, imports, exports, requests };
  for (const statement of program.body as unknown as Node[]) {
    for (const { node, names, pure } of declared(statement, pureCalls)) {
      const declaration = { module, name: names[0] ?? '', node };
      for (const name of names) declarations.set(name, declaration);
      if (!pure) effects.push(declaration);
    }
  }
  return module;
}

/** What a module imports and exports from elsewhere, in the order of its text, without types. */
function requestsOf({ staticImports, staticExports }: EcmaScriptModule): string[] {
  const named = [
    ...staticImports.map(({ start, moduleRequest, entries }) => ({
      start,
      request: moduleRequest.value,
      isType: entries.length > 0 && entries.every((entry) => entry.isType),
    })),
    ...staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ start, moduleRequest, isType }) =>
        moduleRequest ? [{ start, request: moduleRequest.value, isType }] : [],
      ),
    ),
  ];
  named.sort((a, b) => a.start - b.start);
  return named.filter(({ isType }) => !isType).map(({ request }) => request);
}

const packageImports = Object.entries(
  (
    JSON.parse(readFileSync(join(projectDir, 'package.json'), 'utf8')) as {
      imports: Record<string, string>;
    }
  ).imports,
);

/** The source of the functions that an import names; undefined for everything else. */
function sourceOf(importer: string, request: string): string | undefined {
  if (!/\.tsx?$/.test(request)) return undefined;
  if (request.startsWith('.')) return join(dirname(importer), request);
  for (const [pattern, target] of packageImports) {
    const prefix = pattern.replace('*', '');
    if (!target.startsWith('./functions/') || !request.startsWith(prefix)) continue;
    return join(projectDir, target.replace('*', request.slice(prefix.length)));
  }
  return undefined;
}

interface Declared {
  node: Node;
  names: string[];
  /** Nothing happens unless it is used. */
  pure: boolean;
}

function declared(statement: Node, pureCalls: ReadonlySet<number>): Declared[] {
  const isPure = (node: Node | null) => node === null || isPureValue(node, pureCalls);
  switch (statement.type) {
    case 'ExportNamedDeclaration':
      return statement.declaration ? declared(statement.declaration as Node, pureCalls) : [];
    case 'ExportDefaultDeclaration': {
      const node = statement.declaration as Node;
      return [{ node, names: ['default'], pure: isPure(node) }];
    }
    case 'FunctionDeclaration':
    case 'ClassDeclaration':
      return [{ node: statement, names: namesIn(statement.id as Node), pure: isPure(statement) }];
    case 'VariableDeclaration':
      return (statement.declarations as Node[]).map((node) => ({
        node,
        names: boundIn(node.id as Node),
        pure: isPure(node.init as Node | null),
      }));
    case 'ImportDeclaration':
    case 'ExportAllDeclaration':
    case 'TSInterfaceDeclaration':
    case 'TSTypeAliasDeclaration':
      return [];
    default:
      return [{ node: statement, names: [], pure: false }];
  }
}
