import { Code, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isDatasetName } from '#shared/dataset-names.ts';
import { limits } from '#shared/limits.ts';
import {
  readPolicyOf,
  type SourceFrequency,
  sourceFrequencies,
  sourceRolePrefix,
  trustPolicyOf,
} from '#shared/sources.ts';
import { createSource, datasetSourcesQuery, type SourceChoice } from '#web/api/dataset-sources.ts';
import { Modal } from '#web/ui/feedback/modal.tsx';
import { DialogForm } from '#web/ui/form/dialog-form.tsx';
import { Segments } from '#web/ui/form/segments.tsx';
import { CopyIcon } from '#web/ui/text/copy-icon.tsx';
import classes from './sources.module.css';

export const frequencyTexts: Record<SourceFrequency, string> = {
  once: 'Once',
  daily: 'Every day',
  weekly: 'Every week',
};

export const frequencyChoices = sourceFrequencies.map((value) => ({
  value,
  label: frequencyTexts[value],
}));

interface SourceModalProps {
  opened: boolean;
  onClose: () => void;
}

/** Has a dataset fetched from an address or a bucket. */
export function SourceModal({ opened, onClose }: SourceModalProps) {
  return (
    <Modal opened={opened} onClose={onClose} size="lg" title="Fetch a dataset">
      <SourceForm onClose={onClose} />
    </Modal>
  );
}

const kinds = ['url', 's3'] as const;
type Kind = (typeof kinds)[number];
const kindNames: Record<Kind, string> = { url: 'Address', s3: 'S3 bucket' };

/** Last part of an address or a key, if it may be the name of a dataset. */
function nameIn(place: string): string {
  const [path = ''] = place.split(/[?#]/);
  const name = path.slice(path.lastIndexOf('/') + 1);
  return isDatasetName(name) ? name : '';
}

const defined = (text: string) => (text.trim() === '' ? undefined : text.trim());

function SourceForm({ onClose }: { onClose: () => void }) {
  const [kind, setKind] = useState<Kind>('url');
  const [url, setUrl] = useState('');
  const [bucket, setBucket] = useState('');
  const [region, setRegion] = useState('');
  const [roleArn, setRoleArn] = useState('');
  const [path, setPath] = useState('');
  const [filename, setFilename] = useState<string>();
  const [every, setEvery] = useState<SourceFrequency>('once');
  const create = useMutation(createSource);
  // A path that ends like a table is one file, any other the beginning of several.
  const isOneFile = nameIn(path) !== '';
  const suggested = kind === 'url' ? nameIn(url) : nameIn(path) || (bucket && `${bucket}.zip`);
  const name = filename ?? suggested;
  const submit = () => {
    const s3 = {
      bucket: bucket.trim(),
      region: defined(region),
      role_arn: roleArn.trim(),
      ...(isOneFile ? { key: path.trim() } : { prefix: path.trim() }),
    };
    const from: Partial<SourceChoice> = kind === 'url' ? { url: url.trim() } : { s3 };
    create.mutate({ filename: name.trim(), every, ...from }, { onSuccess: onClose });
  };
  return (
    <DialogForm
      error={create.error}
      isSaving={create.isPending}
      label="Fetch"
      onSave={submit}
      onClose={onClose}
    >
      <Segments
        label="Where the dataset is"
        values={kinds}
        names={kindNames}
        value={kind}
        onChange={setKind}
      />
      {kind === 'url' ? (
        <TextInput
          label="Address"
          description="Public and https: of the file itself, not of a page about it"
          placeholder="https://data.example.com/products.csv"
          inputMode="url"
          autoComplete="off"
          required
          withAsterisk={false}
          maxLength={limits.sourceUrlMaxLength}
          value={url}
          onChange={(event) => setUrl(event.currentTarget.value)}
        />
      ) : (
        <>
          <Group grow align="flex-start" preventGrowOverflow={false}>
            <TextInput
              label="Bucket"
              placeholder="my-company-exports"
              autoComplete="off"
              required
              withAsterisk={false}
              value={bucket}
              onChange={(event) => setBucket(event.currentTarget.value)}
            />
            <TextInput
              label="Region"
              placeholder="If another than ours"
              autoComplete="off"
              value={region}
              onChange={(event) => setRegion(event.currentTarget.value)}
            />
          </Group>
          <TextInput
            label="Path"
            description="Of one file, such as exports/products.csv, or the beginning of several, such as exports/2026/: these become one dataset"
            autoComplete="off"
            value={path}
            onChange={(event) => setPath(event.currentTarget.value)}
          />
          <TextInput
            label="Role"
            description={`ARN of a role of your account that may read the bucket. Its name begins with ${sourceRolePrefix}`}
            placeholder={`arn:aws:iam::123456789012:role/${sourceRolePrefix}reader`}
            autoComplete="off"
            required
            withAsterisk={false}
            value={roleArn}
            onChange={(event) => setRoleArn(event.currentTarget.value)}
          />
          <RolePolicies bucket={bucket} />
        </>
      )}
      <TextInput
        label="Name of the dataset"
        description="A dataset of this name is replaced"
        required
        withAsterisk={false}
        value={name}
        onChange={(event) => setFilename(event.currentTarget.value)}
      />
      <NativeSelect
        label="Fetch it"
        data={frequencyChoices}
        value={every}
        onChange={(event) => setEvery(event.currentTarget.value as SourceFrequency)}
      />
    </DialogForm>
  );
}

/** What a role for a bucket trusts and may do. */
function RolePolicies({ bucket }: { bucket: string }) {
  const { data } = useQuery(datasetSourcesQuery);
  if (!data) return null;
  const trust = JSON.stringify(trustPolicyOf(data.account_id, data.external_id), null, 2);
  const read = JSON.stringify(readPolicyOf(bucket || 'my-company-exports'), null, 2);
  return (
    <details>
      <summary>How to make the role</summary>
      <Stack gap="xs" mt="xs">
        <Text size="sm">
          Make a role in your account with this trust policy. The external id is that of your
          organization: no other can use the role.
        </Text>
        <Group gap="xs" wrap="nowrap" align="flex-start">
          <Code block className={classes.policy}>
            {trust}
          </Code>
          <CopyIcon value={trust} label="Copy the trust policy" />
        </Group>
        <Text size="sm">Give it these permissions:</Text>
        <Group gap="xs" wrap="nowrap" align="flex-start">
          <Code block className={classes.policy}>
            {read}
          </Code>
          <CopyIcon value={read} label="Copy the permissions" />
        </Group>
      </Stack>
    </details>
  );
}
