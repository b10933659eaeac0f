import type { Report } from './report.ts';

/**
 * What changed between a report and the same report made later, in plain words; empty if only the time did. What
 * explains a change stands first: another index, other documents, other rules.
 */
export function compareReports(before: Report, after: Report): string[] {
  const changes: string[] = [];
  const note = (what: string, old: unknown, now: unknown) => {
    if (JSON.stringify(old) === JSON.stringify(now)) return;
    changes.push(`${what}: ${shown(old)} before, ${shown(now)} now`);
  };
  note('Patent', before.subject.ucid, after.subject.ucid);
  note('Kind', before.kind, after.kind);
  for (const field of ['id', 'version', 'checksum', 'rows', 'model_seed'] as const) {
    note(`Index, ${field}`, before.record.index[field], after.record.index[field]);
  }
  note('Corpora', before.record.corpora, after.record.corpora);
  const rules = new Set([
    ...Object.keys(before.record.settings),
    ...Object.keys(after.record.settings),
  ]);
  for (const rule of rules) {
    note(`Rule, ${rule}`, before.record.settings[rule], after.record.settings[rule]);
  }
  changes.push(...changedDocuments(before, after));
  for (const field of ['effective_date', 'law', 'family'] as const) {
    note(`Patent, ${field}`, before.subject[field], after.subject[field]);
  }
  note('Queries', before.record.queries, after.record.queries);
  note('Classes', before.record.classes, after.record.classes);
  note('Publications looked at', before.record.seen, after.record.seen);
  note('Claims', before.claims, after.claims);
  changes.push(...changedArt(before, after), ...changedChart(before, after));
  note('Coverage', before.coverage, after.coverage);
  note('Literature', before.literature, after.literature);
  note('Reasons to combine', before.combinations, after.combinations);
  note('Judging', before.record.judging, after.record.judging);
  if (changes.length === 0 && withoutTime(before) !== withoutTime(after)) {
    changes.push('Something else changed: compare the files');
  }
  return changes;
}

const shownLength = 160;
function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'absent';
  return text.length > shownLength ? `${text.slice(0, shownLength)}…` : text;
}

const withoutTime = (report: Report) =>
  JSON.stringify({ ...report, record: { ...report.record, made_at: '' } });

function changedDocuments(before: Report, after: Report): string[] {
  const hashes = new Map([after.subject, ...after.art].map(({ ucid, hash }) => [ucid, hash]));
  return [before.subject, ...before.art].flatMap(({ ucid, hash }) => {
    const now = hashes.get(ucid);
    return now && now !== hash ? [`Text of ${ucid} changed`] : [];
  });
}

function changedArt(before: Report, after: Report): string[] {
  const old = before.art.map(({ ucid }) => ucid);
  const now = after.art.map(({ ucid }) => ucid);
  const stayed = after.art.filter(({ ucid }) => old.includes(ucid));
  const order = (list: string[], other: string[]) =>
    list.filter((ucid) => other.includes(ucid)).join();
  return [
    ...old
      .filter((ucid) => !now.includes(ucid))
      .map((ucid) => `${ucid} is not in the art any more`),
    ...now.filter((ucid) => !old.includes(ucid)).map((ucid) => `${ucid} is new in the art`),
    ...(order(old, now) === order(now, old) ? [] : ['The art is in another order']),
    ...stayed.flatMap((reference) => {
      const known = before.art.find(({ ucid }) => ucid === reference.ucid)!;
      return JSON.stringify(known) === JSON.stringify(reference)
        ? []
        : [`What is said of ${reference.ucid} changed`];
    }),
  ];
}

function changedChart(before: Report, after: Report): string[] {
  const key = ({ element, ucid }: Report['chart'][number]) => `${element} in ${ucid}`;
  const known = new Map(before.chart.map((cell) => [key(cell), cell]));
  return after.chart.flatMap((cell) => {
    const old = known.get(key(cell));
    if (!old || JSON.stringify(old) === JSON.stringify(cell)) return [];
    return [
      `Element ${key(cell)}: ${old.grade} (${old.score}) before, ${cell.grade} (${cell.score}) now`,
    ];
  });
}
