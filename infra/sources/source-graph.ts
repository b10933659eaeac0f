import { relative } from 'node:path';
import { type Declaration, type Module, readModule } from './source-module.ts';
import { namesIn } from './syntax.ts';

/**
 * The declarations of the functions' sources and which of them use each other: what a function reaches, without bundling
 * it. Only sources of the functions are followed: packages, `shared/` and the engine use no AWS.
 */
export class SourceGraph {
  readonly #modules = new Map<string, Module>();
  readonly #used = new Map<Declaration, readonly Declaration[]>();
  readonly #directory: string;

  constructor(directory: string) {
    this.#directory = directory;
  }

  module(file: string): Module {
    let module = this.#modules.get(file);
    if (!module) {
      module = readModule(file, relative(this.#directory, file));
      this.#modules.set(file, module);
    }
    return module;
  }

  /** The declaration that a name at the top of a module means. */
  resolve(module: Module, name: string): Declaration | undefined {
    const imported = module.imports.get(name);
    if (!imported) return module.declarations.get(name);
    return imported.file ? this.exported(this.module(imported.file), imported.name) : undefined;
  }

  exported(module: Module, name: string): Declaration | undefined {
    const binding = module.exports.get(name);
    if (!binding?.file) return undefined;
    return binding.file === module.file
      ? this.resolve(module, binding.name)
      : this.exported(this.module(binding.file), binding.name);
  }

  /**
   * What the exports of a module reach, in the order in which it runs. Of a name that is bound again inside a declaration,
   * the one at the top counts as used, too.
   */
  reachedFrom(entry: Module): Declaration[] {
    const reached = new Map<Module, Set<Declaration>>();
    const waiting = [
      ...entry.effects,
      ...[...entry.exports.keys()].flatMap((name) => this.exported(entry, name) ?? []),
    ];
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const ofModule = reached.get(next.module);
      if (ofModule?.has(next)) continue;
      if (ofModule) ofModule.add(next);
      else {
        reached.set(next.module, new Set([next]));
        waiting.push(...next.module.effects);
      }
      waiting.push(...this.#usedBy(next));
    }
    return this.#inOrder(entry).flatMap((module) =>
      [...(reached.get(module) ?? [])].sort((a, b) => a.node.start - b.node.start),
    );
  }

  #usedBy(declaration: Declaration): readonly Declaration[] {
    let used = this.#used.get(declaration);
    if (!used) {
      const names = new Set(namesIn(declaration.node));
      used = [...names].flatMap((name) => this.resolve(declaration.module, name) ?? []);
      this.#used.set(declaration, used);
    }
    return used;
  }

  /** The modules that a module imports, directly or not, and itself: each after those that it imports. */
  #inOrder(module: Module, before = new Set<Module>(), order: Module[] = []): Module[] {
    if (before.has(module)) return order;
    before.add(module);
    for (const file of module.requests) this.#inOrder(this.module(file), before, order);
    order.push(module);
    return order;
  }
}
