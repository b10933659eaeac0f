import { Button, Group, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from 'react-router-dom';
import { errorCatalog } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { parsePublicationNumber } from '#shared/ucid.ts';
import { focusFirstError } from '#web/ui/form/focus-first-error.ts';

interface UcidFormProps {
  /** The publication number that was requested. */
  ucid: string;
  /** Address of the same page about another patent. */
  pathOf: (ucid: string) => string;
}

/** For a patent that cannot be found: asks for its publication number again. */
export function UcidForm({ ucid, pathOf }: UcidFormProps) {
  const navigate = useNavigate();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { ucid },
    validate: {
      ucid: (text) => (parsePublicationNumber(text) ? null : errorCatalog.UcidInvalid.message),
    },
  });
  return (
    <form
      onSubmit={form.onSubmit(
        (values) => navigate(pathOf(values.ucid.trim())),
        focusFirstError(form),
      )}
      noValidate
    >
      <Group align="flex-end">
        <TextInput
          label="Publication number"
          description="US-10123456-B2, US 10,123,456 B2 and US 2015/0123456 A1 are all understood."
          placeholder="US-12345678-B1"
          maxLength={limits.ucidMaxLength}
          key={form.key('ucid')}
          {...form.getInputProps('ucid')}
        />
        <Button type="submit" variant="default">
          Look again
        </Button>
      </Group>
    </form>
  );
}
