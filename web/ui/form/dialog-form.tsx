import { Button, Group, Stack, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { limits } from '#shared/limits.ts';
import { FormError } from './form-error.tsx';

interface DialogFormProps {
  /** The fields. */
  children: ReactNode;
  /** Why it could not be saved. */
  error: Error | null;
  isSaving: boolean;
  /** Of the button that saves. */
  label?: string;
  /** Whether what is filled in is enough. */
  canSave?: boolean;
  /** Stands across from the buttons. */
  aside?: ReactNode;
  onSave: () => void;
  onClose: () => void;
}

/** The form of a dialog: fields, the failure, and below them the buttons that cancel and save. */
export function DialogForm({
  children,
  error,
  isSaving,
  label = 'Save',
  canSave = true,
  aside,
  onSave,
  onClose,
}: DialogFormProps) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSave();
      }}
    >
      <Stack>
        {children}
        <FormError error={error} />
        <Group justify="space-between">
          {aside}
          <Group ml="auto">
            <Button variant="default" disabled={isSaving} onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={isSaving} disabled={!canSave}>
              {label}
            </Button>
          </Group>
        </Group>
      </Stack>
    </form>
  );
}

interface NameFieldProps {
  label?: string;
  value: string;
  onChange: (name: string) => void;
}

/** The name of a list, a project or a search. It has the focus when the dialog opens. */
export function NameField({ label = 'Name', value, onChange }: NameFieldProps) {
  return (
    <TextInput
      label={label}
      data-autofocus
      maxLength={limits.listNameMaxLength}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
