/** What other features may use of `projects`. */
export { addEntry } from './add-entry.ts';
export { getEntry, removeEntry } from './project-entries.ts';
export { noteWork, workDone } from './project-work.ts';
export type { ProjectRecord } from './projects.ts';
export { forgetProjectsOf, projectEntriesBy, removeProjectsOf } from './projects-of.ts';
export { reportRef } from './report-ref.ts';
export { heldByProject, projectHolding, seenProject, seesProject } from './seen-project.ts';
