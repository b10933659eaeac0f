import { Button, Code, Group, Image, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { renderSVG } from 'uqr';
import { limits } from '#shared/limits.ts';
import { secondFactorSecretQuery, turnOnSecondFactor } from '#web/api/second-factor.ts';
import { useUser } from '#web/api/user.ts';
import { CodeField } from '#web/ui/code-field.tsx';
import { ContentSkeleton } from '#web/ui/content-skeleton.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { ErrorPanel } from '#web/ui/error-panel.tsx';
import { FormError } from '#web/ui/form-error.tsx';

/** Black on white in both colour schemes, which cameras recognise best. */
const pictureOf = (uri: string) => `data:image/svg+xml,${encodeURIComponent(renderSVG(uri))}`;

interface SecondFactorSetUpProps {
  onCancel: () => void;
  onDone: () => void;
}

/** Shows the secret for an authenticator app as a QR code and as text, and asks for a code as proof. */
export function SecondFactorSetUp({ onCancel, onDone }: SecondFactorSetUpProps) {
  const { email } = useUser();
  const [code, setCode] = useState('');
  const app = useQuery(secondFactorSecretQuery(email));
  const turnOn = useMutation(turnOnSecondFactor);
  if (app.isError) {
    return (
      <ErrorPanel
        title="The set-up could not begin"
        error={app.error}
        onRetry={() => void app.refetch()}
      />
    );
  }
  if (!app.data) return <ContentSkeleton shape="form" lines={3} />;
  const { secret, uri } = app.data;
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
