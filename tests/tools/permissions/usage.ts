import type { Assembly } from '#local/assembly/load-assembly.ts';
import type { PermissionUse } from '#local/iam/permission-record.ts';
import { readRoles } from '#local/iam/roles.ts';

/** A statement that no run uses, and why it stays. */
export interface Unused {
  /** Names of functions; `*` stands for any text. */
  functions: string[];
  /** An action and the end of a resource, `dynamodb:Query Accounts`; `*` stands for any text. */
  statement: string;
  reason: string;
  /** Whether some runs use it: it depends on what happens at the same time. */
  sometimes?: boolean;
}

/** What one function may do, and what it did. */
export interface FunctionUsage {
  name: string;
  /** Calls and the permission that each needed: `dynamodb:TransactWriteItems: dynamodb:PutItem Accounts`. */
  calls: string[];
  /** Permissions that no call needed, without and with a reason. */
  unused: string[];
  explained: { statement: string; reason: string }[];
  /** What it asked for and was denied. */
  denials: string[];
}

export interface Usage {
  functions: FunctionUsage[];
  /** Explanations of permissions that are used or that nobody has. */
  stale: Unused[];
}

/** An ARN by what tells it apart. A query of a table may use the indexes, which counts as one statement. */
const short = (resource: string): string =>
  resource
    .replace(/^arn:aws:[\w-]+:[\w-]*:\d*:(table\/|userpool\/|schedule\/default\/)?/, '')
    .replace(/\/index\/\w+$/, '')
    .replace(/^antecede-local-(data-)?/, '')
    .replace(/(Table|Queue)[0-9A-F]{8}$/, '')
    .replace(/bucket[0-9a-f]{8}(?=\/|$)/, '');

const pattern = (text: string) =>
  new RegExp(`^${text.replace(/[.+?^${}()|[\]\\/]/g, '\\$&').replaceAll('*', '.*')}$`);

/** Compares what the functions may do with what they did in the runs whose records these are. */
export function usageOf(
  { functions, resources }: Assembly,
  uses: readonly PermissionUse[],
  explanations: readonly Unused[],
): Usage {
  const roles = readRoles(resources);
  const needed = new Set<Unused>();
  const report = functions.map(({ name: physicalName, roleArn }): FunctionUsage => {
    const name = physicalName.replace('antecede-local-', '');
    const own = uses.filter(({ functionName }) => functionName === physicalName);
    const used = new Set(
      own
        .filter(({ isAllowed }) => isAllowed)
        .map(({ action, resource }) => `${action} ${short(resource)}`),
    );
    const granted = new Set(
      roles
        .get(roleArn)!
        .statements.flatMap(({ Action, Resource }) =>
          [Action ?? []]
            .flat()
            .flatMap((action) =>
              [Resource ?? []].flat().map((resource) => `${action} ${short(resource)}`),
            ),
        ),
    );
    const idle = [...granted].filter((statement) => !used.has(statement)).toSorted();
    const reasons = new Map<string, string>();
    for (const statement of idle) {
      const found = explanations.find(
        (one) =>
          one.functions.some((text) => pattern(text).test(name)) &&
          pattern(one.statement).test(statement),
      );
      if (!found) continue;
      needed.add(found);
      reasons.set(statement, found.reason);
    }
    const textsOf = (allowed: boolean) =>
      own
        .filter(({ isAllowed }) => isAllowed === allowed)
        .map(({ operation, action, resource }) => `${operation}: ${action} ${short(resource)}`)
        .toSorted();
    return {
      name,
      calls: [...new Set(textsOf(true))],
      unused: idle.filter((statement) => !reasons.has(statement)),
      explained: [...reasons].map(([statement, reason]) => ({ statement, reason })),
      denials: textsOf(false),
    };
  });
  return {
    functions: report,
    stale: explanations.filter((one) => !needed.has(one) && !one.sometimes),
  };
}
