import { Button, Code, Group, Image, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { renderSVG } from 'uqr';
import { limits } from '#shared/limits.ts';
import { secondFactorSecretQuery, turnOnSecondFactor } from '#web/api/second-factor.ts';
import { useUser } from '#web/api/user.ts';
import { CodeField } from '#web/ui/code-field.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { FormError } from '#web/ui/form-error.tsx';
import { Loaded } from '#web/ui/loaded.tsx';

/** Black on white in both colour schemes, which cameras recognise best. */
const pictureOf = (uri: string) => `data:image/svg+xml,${encodeURIComponent(renderSVG(uri))}`;

interface SecondFactorSetUpProps {
  onCancel: () => void;
  onDone: () => void;
}

/** Shows the secret for an authenticator app as a QR code and as text, and asks for a code as proof. */
export function SecondFactorSetUp(props: SecondFactorSetUpProps) {
  const { email } = useUser();
  return (
    <Loaded
      query={useQuery(secondFactorSecretQuery(email))}
      failure="The set-up could not begin"
      skeleton={{ shape: 'form', lines: 3 }}
    >
      {(app) => <SetUpForm {...app} {...props} />}
    </Loaded>
  );
}

interface SetUpFormProps extends SecondFactorSetUpProps {
  secret: string;
  uri: string;
}

function SetUpForm({ secret, uri, onCancel, onDone }: SetUpFormProps) {
  const [code, setCode] = useState('');
  const turnOn = useMutation(turnOnSecondFactor);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        turnOn.mutate(code.trim(), { onSuccess: onDone });
      }}
    >
      <Stack>
        <Text size="sm">Scan this picture with the app, or type the key into it.</Text>
        <Image src={pictureOf(uri)} alt="QR code for the authenticator app" w={200} h={200} />
        <Group gap="xs">
          <Code style={{ overflowWrap: 'anywhere' }}>{secret}</Code>
          <CopyButton value={secret} label="Copy the key" />
        </Group>
        <CodeField
          label="Code of the app"
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <FormError error={turnOn.error} />
        <Group>
          <Button
            type="submit"
            loading={turnOn.isPending}
            disabled={code.trim().length < limits.verificationCodeMinLength}
          >
            Turn on
          </Button>
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
