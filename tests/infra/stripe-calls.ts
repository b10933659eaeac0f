/**
 * What sources send to Stripe and read of its answers, found by the TypeScript compiler. It knows the members of all
 * parameters: also of those that a variable holds or another function returns.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Stripe from 'stripe';
import type { Node } from 'typescript/unstable/ast';
import {
  isArrayLiteralExpression,
  isBindingElement,
  isCallExpression,
  isIdentifier,
  isInterfaceDeclaration,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isStringLiteral,
} from 'typescript/unstable/ast/is';
import { API, type Project, type Type } from 'typescript/unstable/sync';

/** A call of the SDK. */
export interface Call {
  /** `POST /v1/subscriptions/{}`. */
  route: string;
  /** The members that it sends: `items`, `items.price`, and for literals `status=all`. */
  sends: Set<string>;
}

const root = join(import.meta.dirname, '../..');

/** Sources with their types, until `close()`. */
export function openSources(files: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'sources-'));
  const config = join(folder, 'tsconfig.json');
  const compilerOptions = {
    incremental: false,
    tsBuildInfoFile: null,
    typeRoots: [join(root, 'node_modules/@types')],
  };
  writeFileSync(
    config,
    JSON.stringify({ extends: join(root, 'tsconfig.json'), compilerOptions, files, include: [] }),
  );
  const compiler = new API({ cwd: root });
  const project = compiler.updateSnapshot({ openProjects: [config] }).getProject(config)!;
  const sourceOf = (file: string) => project.program.getSourceFile(file)!;
  return {
    callsIn: (file: string): Call[] => callsBelow(project, sourceOf(file)),
    /** Names of members that a source reads, or that a test expects: `expect(x).toEqual({ name: … })`. */
    namesIn(file: string): Set<string> {
      const names = new Set<string>();
      addNames(sourceOf(file), names, file.endsWith('.test.ts'));
      return names;
    },
    /** Members of an interface, in the form of `Call.sends`. */
    membersOf(file: string, name: string): Set<string> {
      const members = new Set<string>();
      sourceOf(file).forEachChild((node) => {
        if (isInterfaceDeclaration(node) && node.name.text === name)
          addMembers(project, project.checker.getTypeAtLocation(node.name), '', members);
      });
      return members;
    },
    close() {
      compiler.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** The resources of the SDK by their names: `subscriptions`. */
const sdk = new Stripe('sk_test_of_this_test') as unknown as Record<
  string,
  Record<string, (...parts: string[]) => unknown>
>;

/** `POST /v1/subscriptions/{}` for `subscriptions.update`; undefined if the SDK has no such method. */
function routeOf(resource: string, method: string): string | undefined {
  const target = sdk[resource];
  if (typeof target?._makeRequest !== 'function' || typeof target[method] !== 'function') return;
  let route: string | undefined;
  target._makeRequest = (verb, path) => {
    route = `${verb} ${path?.replaceAll('ID', '{}')}`;
  };
  target[method]('ID', 'ID', 'ID');
  return route;
}

function callsBelow(project: Project, node: Node): Call[] {
  const calls: Call[] = [];
  node.forEachChild((child) => void calls.push(...callsBelow(project, child)));
  if (!isCallExpression(node) || !isPropertyAccessExpression(node.expression)) return calls;
  const { expression: resource, name: method } = node.expression;
  if (!isPropertyAccessExpression(resource)) return calls;
  const route = routeOf(resource.name.text, method.text);
  if (!route) return calls;
  const sends = new Set<string>();
  for (const argument of node.arguments) {
    addMembers(project, project.checker.getTypeAtLocation(argument), '', sends);
    addExpansions(argument, sends);
  }
  return [...calls, { route, sends }];
}

/** Adds the members of a type below `path`, those of objects within it included. */
function addMembers(project: Project, type: Type | undefined, path: string, members: Set<string>) {
  const { checker } = project;
  if (!type) return;
  if (type.isUnionType())
    for (const part of type.getTypes() ?? []) addMembers(project, part, path, members);
  else if (type.isStringLiteralType()) members.add(`${path}=${type.value}`);
  else if (checker.isTypeAssignableTo(type, checker.getStringType())) members.add(`${path}=*`);
  else if (type.isTypeReference() && checker.isArrayLikeType(type))
    for (const item of checker.getTypeArguments(type)) addMembers(project, item, path, members);
  else if (type.isObjectType() || type.isIntersectionType())
    for (const member of checker.getPropertiesOfType(type)) {
      const name = path ? `${path}.${member.name}` : member.name;
      members.add(name);
      addMembers(project, checker.getTypeOfSymbol(member), name, members);
    }
}

/** The types of lists of texts do not tell the texts. */
function addExpansions(node: Node, sends: Set<string>): void {
  if (isPropertyAssignment(node) && node.name.getText() === 'expand')
    if (isArrayLiteralExpression(node.initializer))
      for (const path of node.initializer.elements.filter(isStringLiteral))
        sends.add(`expand=${path.text}`);
  node.forEachChild((child) => addExpansions(child, sends));
}

function addNames(node: Node, names: Set<string>, isTest: boolean): void {
  if (isPropertyAccessExpression(node)) names.add(node.name.text);
  if (isBindingElement(node)) {
    const name = node.propertyName ?? node.name;
    if (name && isIdentifier(name)) names.add(name.text);
  }
  if (isTest && isPropertyAssignment(node)) names.add(node.name.getText());
  node.forEachChild((child) => addNames(child, names, isTest));
}
