import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Project, ProjectEntry, ProjectWork } from '#shared/contract/projects.ts';
import { deleteProject, projectQuery, updateProject } from '#web/api/projects.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { LoadedPage } from '#web/ui/feedback/loaded.tsx';
import { ConfirmModal } from '#web/ui/form/confirm-modal.tsx';
import { BackLink } from '#web/ui/page/back-link.tsx';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import { Section } from '#web/ui/page/section.tsx';
import { AddEntryModal } from './add-entry-modal.tsx';
import { EntryTable } from './entry-table.tsx';
import { ProjectFormModal } from './project-form-modal.tsx';
import classes from './project-page.module.css';
import { ProjectWorkList } from './project-work.tsx';
import { seenBy } from './seen-by.ts';

/** One project: what it holds, and who did what. */
export function ProjectPage({ projectId }: { projectId: string }) {
  return (
    <LoadedPage query={useQuery(projectQuery(projectId))} failure="This project cannot be shown">
      {(data) => <Shown {...data} />}
    </LoadedPage>
  );
}

interface Data {
  project: Project;
  entries: ProjectEntry[];
  work: ProjectWork[];
}

function Shown({ project, entries, work }: Data) {
  const navigate = useNavigate();
  const [isAdding, setAdding] = useState(false);
  const [isChanging, setChanging] = useState(false);
  const [deleted, setDeleted] = useState<Project>();
  const { project_id, name, about, confidential, members } = project;
  const add = <Button onClick={() => setAdding(true)}>Add to this project</Button>;
  return (
    <>
      <PageHeader
        title={name}
        description={`${seenBy(project)}, made by ${project.owner}`}
        breadcrumb={<BackLink to="/projects">Projects</BackLink>}
        actions={
          <>
            {entries.length > 0 && add}
            {project.managed && (
              <>
                <Button variant="default" onClick={() => setChanging(true)}>
                  Change
                </Button>
                <Button variant="default" onClick={() => setDeleted(project)}>
                  Delete
                </Button>
              </>
            )}
          </>
        }
      />
      {about && <p className={classes.about}>{about}</p>}
      {confidential && (
        <p className={classes.about}>Members: {members.map((one) => one.name).join(', ')}</p>
      )}
      {entries.length > 0 ? (
        <EntryTable projectId={project_id} entries={entries} />
      ) : (
        <EmptyState title="Nothing in this project yet" action={add}>
          It holds lists, reports, conversations with Dexi and searches. Each of them is in one
          project.
        </EmptyState>
      )}
      <Section title="Who did what">
        <ProjectWorkList work={work} />
      </Section>
      <AddEntryModal project={project} opened={isAdding} onClose={() => setAdding(false)} />
      <ProjectFormModal
        opened={isChanging}
        title="Change project"
        project={project}
        action={updateProject(project)}
        onClose={() => setChanging(false)}
      />
      <ConfirmModal
        subject={deleted}
        title="Delete project"
        confirmLabel="Delete"
        action={deleteProject}
        onDone={() => void navigate('/projects')}
        onClose={() => setDeleted(undefined)}
      >
        {({ name: gone }) => (
          <>
            Delete <strong>{gone}</strong>? Its lists are seen by those who made them alone, and its
            reports by everybody in the organization, with what was added to them. Searches that it
            holds are deleted. This cannot be undone.
          </>
        )}
      </ConfirmModal>
    </>
  );
}
