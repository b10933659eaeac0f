import type { ProjectWork, WorkAction } from '#shared/contract/projects.ts';
import { formatDateTime } from '#web/lib/format.ts';
import classes from './project-work.module.css';

/** What somebody did, before and after the name of the thing. `n` times on a day. */
const texts: Record<WorkAction, (name: string, times: number) => string> = {
  created: () => 'made the project',
  changed: () => 'changed name, description or confidentiality',
  'member-added': (name) => `made ${name} a member`,
  'member-removed': (name) => `took ${name} out of the members`,
  added: (name) => `added ${name}`,
  removed: (name) => `took out ${name}`,
  'documents-added': (name, times) => `added ${documents(times)} to ${name}`,
  'documents-removed': (name, times) => `took ${documents(times)} out of ${name}`,
  rated: (name, times) => `rated in ${name}${often(times)}`,
  noted: (name, times) => `wrote notes in ${name}${often(times)}`,
  marked: (name, times) => `worked on the chart of ${name}${often(times)}`,
};

const documents = (times: number) => (times === 1 ? 'a document' : `${times} documents`);
const often = (times: number) => (times === 1 ? '' : ` ${times} times`);

const describe = ({ action, object, count }: ProjectWork) =>
  texts[action](object.kind === 'member' ? object.name : `“${object.name}”`, count);

/** Who did what in a project, the last first. */
export function ProjectWorkList({ work }: { work: readonly ProjectWork[] }) {
  return (
    <ol className={classes.list}>
      {work.map((one) => (
        <li key={`${one.at} ${one.action} ${one.object.ref}`} className={classes.item}>
          <span>
            <strong>{one.by}</strong> {describe(one)}
          </span>
          <time dateTime={one.at} className={classes.time}>
            {formatDateTime(one.at)}
          </time>
        </li>
      ))}
    </ol>
  );
}
