import { Button, Group, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { errorCatalog } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { addedJudging } from '#shared/report/judging-notes.ts';
import type { Judging } from '#shared/report/report.ts';
import { parsePublicationNumber } from '#shared/ucid.ts';
import { addReference } from '#web/api/report-marks.ts';
import { focusFirstError } from '#web/ui/form/focus-first-error.ts';
import { FormError } from '#web/ui/form/form-error.tsx';

interface AddReferenceFormProps {
  report: string;
  /** How models judged the report, if they did. */
  judging: Judging | undefined;
}

/** Adds a reference that the search did not find, by its publication number. */
export function AddReferenceForm({ report, judging }: AddReferenceFormProps) {
  const add = useMutation(addReference(report));
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { ucid: '' },
    validate: {
      ucid: (text) => (parsePublicationNumber(text) ? null : errorCatalog.UcidInvalid.message),
    },
  });
  const submit = ({ ucid }: typeof form.values) =>
    add.mutate(ucid.trim(), { onSuccess: () => form.reset() });
  return (
    <form onSubmit={form.onSubmit(submit, focusFirstError(form))} noValidate data-screen-only>
      <Group align="flex-end" my="xs">
        <TextInput
          label="Add a reference"
          description={`It is compared with the claims as the others were.${judging ? ` ${addedJudging(judging)}` : ''}`}
          placeholder="US-12345678-B1"
          maxLength={limits.ucidMaxLength}
          key={form.key('ucid')}
          {...form.getInputProps('ucid')}
        />
        <Button type="submit" variant="default" loading={add.isPending}>
          Add
        </Button>
      </Group>
      <FormError error={add.error} />
    </form>
  );
}
