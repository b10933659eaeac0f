import { Button, Code, Group, Image, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { renderSVG } from 'uqr';
import { secondFactorSecretQuery, turnOnSecondFactor } from '#web/api/second-factor.ts';
import { useUser } from '#web/api/user.ts';
import { Loaded } from '#web/ui/feedback/loaded.tsx';
import { CodeForm } from '#web/ui/form/code-form.tsx';
import { CopyIcon } from '#web/ui/text/copy-icon.tsx';

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
  const turnOn = useMutation(turnOnSecondFactor);
  return (
    <CodeForm
      label="Code of the app"
      action="Turn on"
      pending={turnOn.isPending}
      error={turnOn.error}
      onSubmit={(code) => turnOn.mutate(code, { onSuccess: onDone })}
      other={
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      }
    >
      <Text size="sm">Scan this picture with the app, or type the key into it.</Text>
      <Image src={pictureOf(uri)} alt="QR code for the authenticator app" w={200} h={200} />
      <Group gap="xs">
        <Code style={{ overflowWrap: 'anywhere' }}>{secret}</Code>
        <CopyIcon value={secret} label="Copy the key" />
      </Group>
    </CodeForm>
  );
}
