import '@mantine/core/styles/NumberInput.layer.css';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import {
  MultiSelect,
  NumberInput,
  Select,
  TagsInput,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Index } from '#shared/contract/indexes.ts';
import { type KeyRestrictions, type KeyUse, keyUses } from '#shared/contract/key-restrictions.ts';
import { limits } from '#shared/limits.ts';
import { addIndexKey } from '#web/api/index-keys.ts';
import { useMember } from '#web/api/user.ts';
import { Modal } from '#web/ui/feedback/modal.tsx';
import { DialogForm } from '#web/ui/form/dialog-form.tsx';
import classes from './index-keys.module.css';
import { useNames } from './restrictions-in-words.ts';

interface ModalProps {
  index: Index;
  opened: boolean;
  onClose: () => void;
}

/** Makes a key that may do less than others. What is left empty is not narrowed. */
export function RestrictedKeyModal({ opened, ...form }: ModalProps) {
  return (
    <Modal opened={opened} onClose={form.onClose} title="Add a restricted key" size="lg">
      <Fields {...form} />
    </Modal>
  );
}

interface Form {
  name: string;
  uses: KeyUse[];
  columns: string[];
  column: string | null;
  values: string[];
  origins: string[];
  addresses: string[];
  perSecond: number | string;
  perDay: number | string;
  expires: string;
  publicKey: string;
}

const empty: Form = {
  name: '',
  uses: [],
  columns: [],
  column: null,
  values: [],
  origins: [],
  addresses: [],
  perSecond: '',
  perDay: '',
  expires: '',
  publicKey: '',
};

/** Only what was filled in. */
function restrictionsOf(form: Form): KeyRestrictions | undefined {
  const { uses, columns, column, values, origins, addresses, perSecond, perDay, expires } = form;
  const restrictions: KeyRestrictions = {
    ...(uses.length > 0 && { uses }),
    ...(columns.length > 0 && { columns }),
    ...(column !== null &&
      values.length > 0 && {
        filters: [{ column, operator: 'in', value: values }],
      }),
    ...(origins.length > 0 && { origins }),
    ...(addresses.length > 0 && { addresses }),
    ...(typeof perSecond === 'number' && { queries_per_second: perSecond }),
    ...(typeof perDay === 'number' && { queries_per_day: perDay }),
    // The whole last day, where the person is.
    ...(expires !== '' && { expires_at: new Date(`${expires}T23:59:59`).toISOString() }),
  };
  return Object.keys(restrictions).length > 0 ? restrictions : undefined;
}

function Fields({ index, onClose }: Omit<ModalProps, 'opened'>) {
  const { orgId } = useMember();
  const [form, setForm] = useState(empty);
  const set = (changed: Partial<Form>) => setForm((before) => ({ ...before, ...changed }));
  const add = useMutation(addIndexKey(orgId, index));
  const named = Object.entries(index.columns_role);
  const columns = named.flatMap(([name, role]) => (role === 'ignore' ? [] : [name]));
  // Long texts have no values to filter by.
  const filtered = named.flatMap(([name, role]) => (role === 'metadata' ? [name] : []));
  const submit = () => {
    const restrictions = restrictionsOf(form);
    const publicKey = form.publicKey.trim();
    const options = {
      ...(form.name.trim() !== '' && { name: form.name.trim() }),
      ...(restrictions && { restrictions }),
      ...(publicKey !== '' && { public_keys: [publicKey] }),
    };
    add.mutate(options, { onSuccess: onClose });
  };
  return (
    <DialogForm
      error={add.error}
      isSaving={add.isPending}
      label="Add key"
      canSave={form.column === null || form.values.length > 0}
      onSave={submit}
      onClose={onClose}
    >
      <Text size="sm">
        What you leave empty is not restricted. Restrictions cannot be changed later: make another
        key instead.
      </Text>
      <TextInput
        label="Name"
        data-autofocus
        maxLength={limits.keyNameMaxLength}
        value={form.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      <MultiSelect
        label="May be used for"
        placeholder={form.uses.length > 0 ? undefined : 'Everything'}
        data={keyUses.map((value) => ({ value, label: useNames[value] }))}
        value={form.uses}
        onChange={(uses) => set({ uses })}
      />
      <MultiSelect
        label="Columns it sees"
        description="Other columns are neither shown, counted nor filtered by; their words still rank"
        placeholder={form.columns.length > 0 ? undefined : 'All columns'}
        searchable
        data={columns}
        value={form.columns}
        onChange={(chosen) => set({ columns: chosen })}
      />
      <div className={classes.fields}>
        <Select
          label="Only rows where"
          description="For this key, other rows do not exist"
          placeholder="All rows"
          clearable
          searchable
          data={filtered}
          value={form.column}
          onChange={(column) => set({ column })}
        />
        <TagsInput
          label="is one of"
          description="Press Enter after each value"
          disabled={form.column === null}
          required={form.column !== null}
          value={form.values}
          onChange={(values) => set({ values })}
        />
      </div>
      <TagsInput
        label="Pages that may call from a browser"
        description="Such as https://shop.example or https://*.shop.example"
        value={form.origins}
        onChange={(origins) => set({ origins })}
      />
      <TagsInput
        label="Addresses that may call"
        description="Such as 192.0.2.17 or 192.0.2.0/24"
        value={form.addresses}
        onChange={(addresses) => set({ addresses })}
      />
      <div className={classes.fields}>
        <NumberInput
          label="Queries a second"
          min={1}
          max={limits.keyQueriesPerSecond}
          allowDecimal={false}
          value={form.perSecond}
          onChange={(perSecond) => set({ perSecond })}
        />
        <NumberInput
          label="Queries a day"
          min={1}
          allowDecimal={false}
          thousandSeparator=","
          value={form.perDay}
          onChange={(perDay) => set({ perDay })}
        />
        <TextInput
          label="Last day"
          type="date"
          value={form.expires}
          onChange={(event) => set({ expires: event.currentTarget.value })}
        />
      </div>
      <Textarea
        label="Public key for tenant tokens"
        description="Ed25519, as PEM. With its private key, your server signs tokens that narrow this key for a customer of yours"
        autosize
        minRows={1}
        maxRows={4}
        value={form.publicKey}
        onChange={(event) => set({ publicKey: event.currentTarget.value })}
      />
    </DialogForm>
  );
}
