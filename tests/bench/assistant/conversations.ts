import { converse } from '#tests/assistant/support/converse.ts';
import { median } from '../median.ts';
import { type Catalogue, loadedCatalogue, sampleCatalogue } from './catalogue.ts';
import { checkAnswer } from './check-answer.ts';
import {
  type Conversation,
  type Half,
  halves,
  kinds,
  readConversations,
} from './conversation-set.ts';
import { gradeAnswer } from './grade-answer.ts';
import { loadedConversations } from './loaded-conversations.ts';

interface Tally {
  met: number;
  asked: number;
}

interface Sums {
  byKind: Map<string, Tally>;
  quotes: number;
  verbatim: number;
  /** Points of each turn by the rubric. */
  points: number[];
  /** Of each turn, without the search index being opened. */
  seconds: number[];
  /** What was not met, in words. */
  failures: string[];
}

async function measure(
  conversations: readonly Conversation[],
  { source, known }: Catalogue,
): Promise<Sums> {
  const sums: Sums = {
    byKind: new Map(),
    quotes: 0,
    verbatim: 0,
    points: [],
    seconds: [],
    failures: [],
  };
  for (const { kind, turns } of conversations) {
    const tally = sums.byKind.get(kind) ?? { met: 0, asked: 0 };
    sums.byKind.set(kind, tally);
    const startedAt = performance.now();
    const said = await converse(turns, source);
    sums.seconds.push((performance.now() - startedAt) / 1000 / turns.length);
    for (const [position, turn] of turns.entries()) {
      const { answer, intent } = said[position]!;
      const { checks, quotes, verbatim } = checkAnswer(turn, answer, known);
      sums.points.push(gradeAnswer(turn, answer, known).sum);
      sums.quotes += quotes;
      sums.verbatim += verbatim;
      tally.asked += checks.length;
      tally.met += checks.filter(({ met }) => met).length;
      for (const { name, met } of checks)
        if (!met) sums.failures.push(`${kind}: “${turn.says}” (${intent}): ${name}\n${answer}`);
    }
  }
  return sums;
}

const share = ({ met, asked }: Tally) =>
  asked === 0 ? '' : `${met} of ${asked}, ${Math.round((100 * met) / asked)} %`;

const total = ({ byKind }: Sums): Tally =>
  [...byKind.values()].reduce(
    (sum, { met, asked }) => ({ met: sum.met + met, asked: sum.asked + asked }),
    { met: 0, asked: 0 },
  );

const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / (values.length || 1);

function print(columns: ReadonlyMap<string, Sums>): void {
  const names = [...columns.keys()];
  const line = (name: string, cells: readonly string[]) =>
    console.log(name.padEnd(16) + cells.map((cell) => cell.padEnd(20)).join(''));
  line('checks met', names);
  const all = [...columns.values()];
  for (const kind of kinds)
    line(
      kind,
      all.map(({ byKind }) => share(byKind.get(kind) ?? { met: 0, asked: 0 })),
    );
  line(
    'all',
    all.map((sums) => share(total(sums))),
  );
  line(
    'quotes verbatim',
    all.map(({ verbatim, quotes }) => `${verbatim} of ${quotes}`),
  );
  line(
    'points of 5',
    all.map(({ points }) => mean(points).toFixed(2)),
  );
  line(
    'seconds a turn',
    all.map(
      ({ seconds }) =>
        `${median(seconds).toFixed(2)}, at most ${Math.max(0, ...seconds).toFixed(2)}`,
    ),
  );
}

/**
 * Holds the conversations with the assistant and prints how many checks were met, by kind.
 * @param folder patents that a load wrote: then the questions are made from what is there
 * @param shown a half whose unmet checks are printed with the answers
 */
export async function printConversations(
  folder: string | undefined,
  shown: string | undefined,
): Promise<void> {
  const columns = new Map<string, Sums>();
  if (folder) {
    const catalogue = await loadedCatalogue(folder);
    columns.set('loaded', await measure(loadedConversations(catalogue.known), catalogue));
  } else {
    const catalogue = await sampleCatalogue();
    for (const half of halves)
      columns.set(half, await measure(readConversations(half satisfies Half), catalogue));
  }
  for (const failure of columns.get(shown ?? '')?.failures ?? []) console.log(`--- ${failure}\n`);
  print(columns);
}
