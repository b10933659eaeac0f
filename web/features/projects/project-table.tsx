import { Anchor, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import type { Project } from '#shared/contract/projects.ts';
import { createProject, projectsQuery } from '#web/api/projects.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import { LoadedTable } from '#web/ui/table/loaded-table.tsx';
import { columnsOf } from '#web/ui/table/table-columns.ts';
import { ProjectFormModal } from './project-form-modal.tsx';
import { seenBy } from './seen-by.ts';

const column = columnsOf<Project>();

const columns = column.columns([
  column.accessor('name', {
    header: 'Name',
    cell: ({ row: { original: project } }) => (
      <Anchor
        underline="hover"
        component={Link}
        to={`/projects/${project.project_id}`}
        inherit
        fw={500}
      >
        {project.name}
      </Anchor>
    ),
  }),
  column.accessor('entries', { header: 'Holds', meta: { align: 'right' } }),
  column.accessor(seenBy, { id: 'seen', header: 'Seen by', meta: { plain: true } }),
  column.accessor('owner', { header: 'Made by', meta: { plain: true } }),
  column.accessor('updated_at', {
    header: 'Last changed',
    cell: ({ getValue }) => formatDateTime(getValue()),
    meta: { nowrap: true, plain: true },
  }),
]);

/** The projects that the person sees, and the way to a new one. */
export function ProjectTable() {
  const projects = useQuery(projectsQuery);
  const navigate = useNavigate();
  const [isMaking, setMaking] = useState(false);
  return (
    <>
      <PageHeader actions={<Button onClick={() => setMaking(true)}>New project</Button>} />
      <LoadedTable
        query={projects}
        failure="The projects could not be loaded"
        empty={
          <EmptyState title="No projects yet">
            Make one for a matter, and add what belongs to it.
          </EmptyState>
        }
        label="Projects"
        columns={columns}
        rows={projects.data}
        rowKey={({ project_id }) => project_id}
      />
      <ProjectFormModal
        opened={isMaking}
        title="New project"
        action={createProject}
        onDone={({ project_id }) => void navigate(`/projects/${project_id}`)}
        onClose={() => setMaking(false)}
      />
    </>
  );
}
