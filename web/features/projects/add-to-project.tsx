import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router-dom';
import type { Project } from '#shared/contract/projects.ts';
import { type Addable, addToProject, createProject, projectsQuery } from '#web/api/projects.ts';
import { Modal } from '#web/ui/feedback/modal.tsx';
import { showMessage } from '#web/ui/feedback/passing-message.tsx';
import { FormError } from '#web/ui/form/form-error.tsx';
import { NamePicker } from '#web/ui/form/name-picker.tsx';
import { entryNotes } from './entry-notes.ts';
import { ProjectFormModal } from './project-form-modal.tsx';
import { seenBy } from './seen-by.ts';

interface AddToProjectProps {
  thing: Addable;
  onClose: () => void;
}

/** Asks into which project a thing goes, an existing or a new one. */
export function AddToProject({ thing, onClose }: AddToProjectProps) {
  const projects = useQuery(projectsQuery);
  const [chosen, setChosen] = useState<Project>();
  const [isMaking, setMaking] = useState(false);
  const add = useMutation(addToProject);
  const put = ({ project_id, name }: Project) =>
    add.mutate(
      { projectId: project_id, thing },
      {
        onSuccess: () => {
          onClose();
          void showMessage(
            <>
              Added to{' '}
              <Anchor component={Link} to={`/projects/${project_id}`} inherit>
                {name}
              </Anchor>
            </>,
          );
        },
      },
    );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (chosen) put(chosen);
  };
  const isFirst = projects.data?.length === 0;
  return (
    <>
      <Modal opened={!isMaking} onClose={onClose} title="Add to project">
        <form onSubmit={submit}>
          <Stack>
            <Text size="sm" fw={560} lineClamp={2}>
              {thing.title}
            </Text>
            {isFirst ? (
              <Text size="sm" c="dimmed">
                You have no project yet. {entryNotes[thing.kind]}
              </Text>
            ) : (
              <NamePicker
                inDialog
                complete
                label="Project"
                description={entryNotes[thing.kind]}
                choices={(projects.data ?? []).map(toChoice)}
                chosen={chosen && toChoice(chosen)}
                onSearch={() => {}}
                onChoose={(id) =>
                  setChosen(projects.data?.find(({ project_id }) => project_id === id))
                }
              />
            )}
            {chosen?.confidential && (
              <Text size="sm" c="dimmed">
                {seenBy(chosen)}
              </Text>
            )}
            <FormError error={add.error ?? projects.error} />
            <Group justify="space-between">
              <Button
                variant={isFirst ? 'filled' : 'subtle'}
                disabled={add.isPending}
                onClick={() => setMaking(true)}
              >
                New project
              </Button>
              <Group>
                <Button variant="default" disabled={add.isPending} onClick={onClose}>
                  Cancel
                </Button>
                {!isFirst && (
                  <Button type="submit" loading={add.isPending} disabled={!chosen}>
                    Add
                  </Button>
                )}
              </Group>
            </Group>
          </Stack>
        </form>
      </Modal>
      <ProjectFormModal
        opened={isMaking}
        title="New project"
        action={createProject}
        onDone={(project) => {
          setChosen(project);
          put(project);
        }}
        onClose={() => setMaking(false)}
      />
    </>
  );
}

const toChoice = ({ project_id, name }: Project) => ({ value: project_id, label: name });
