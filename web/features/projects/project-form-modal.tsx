import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import { Checkbox, MultiSelect, Textarea } from '@mantine/core';
import { type UseMutationOptions, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Project } from '#shared/contract/projects.ts';
import { limits } from '#shared/limits.ts';
import type { ProjectForm } from '#web/api/projects.ts';
import { teamQuery } from '#web/api/team.ts';
import { Modal } from '#web/ui/feedback/modal.tsx';
import { DialogForm, NameField } from '#web/ui/form/dialog-form.tsx';

interface FormProps {
  title: string;
  /** What the form begins with. */
  project?: Project;
  action: UseMutationOptions<Project, Error, ProjectForm>;
  onDone?: (project: Project) => void;
  onClose: () => void;
}

/** Name of a project, what it is about, and who sees it. */
export function ProjectFormModal({ opened, ...form }: FormProps & { opened: boolean }) {
  return (
    <Modal opened={opened} onClose={form.onClose} title={form.title}>
      <Fields {...form} />
    </Modal>
  );
}

function Fields({ project, action, onDone, onClose }: FormProps) {
  const [name, setName] = useState(project?.name ?? '');
  const [about, setAbout] = useState(project?.about ?? '');
  const [confidential, setConfidential] = useState(project?.confidential ?? false);
  const [members, setMembers] = useState(
    () => project?.members.map(({ user_id }) => user_id) ?? [],
  );
  const team = useQuery({ ...teamQuery, enabled: confidential });
  const save = useMutation(action);
  const submit = () => {
    save.mutate(
      { name: name.trim(), about, confidential, member_ids: members },
      {
        onSuccess: (saved) => {
          onDone?.(saved);
          onClose();
        },
      },
    );
  };
  return (
    <DialogForm
      error={save.error ?? team.error}
      isSaving={save.isPending}
      canSave={name.trim() !== ''}
      onSave={submit}
      onClose={onClose}
    >
      <NameField value={name} onChange={setName} />
      <Textarea
        label="About"
        description="Client, deadline, what is wanted"
        autosize
        minRows={2}
        maxRows={10}
        maxLength={limits.projectAboutMaxLength}
        value={about}
        onChange={(event) => setAbout(event.currentTarget.value)}
      />
      <Checkbox
        label="Confidential"
        description="Only members and admins see it, its lists, and what you add to its reports"
        checked={confidential}
        onChange={(event) => setConfidential(event.currentTarget.checked)}
      />
      {confidential && (
        <MultiSelect
          label="Members"
          description="Who makes the project is always one"
          searchable
          // Below it would lie on the buttons.
          comboboxProps={{ position: 'top' }}
          data={(team.data ?? []).map(({ user_id, full_name, email }) => ({
            value: user_id,
            label: `${full_name} (${email})`,
          }))}
          value={members}
          onChange={setMembers}
        />
      )}
    </DialogForm>
  );
}
