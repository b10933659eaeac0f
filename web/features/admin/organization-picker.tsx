import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { limits } from '#shared/limits.ts';
import { organizationRowsQuery } from '#web/api/admin.ts';
import { firstPage } from '#web/lib/page-request.ts';
import { NamePicker } from '#web/ui/form/name-picker.tsx';

interface OrganizationPickerProps {
  /** Its id; empty for all. */
  chosen: string;
  onChoose: (orgId: string) => void;
}

const all = { value: '', label: 'All organizations' };

/** Chooses an organization by a part of its name or of its id. */
export function OrganizationPicker({ chosen, onChoose }: OrganizationPickerProps) {
  const [typed, setTyped] = useState('');
  const [name, setName] = useState<string>();
  const { data } = useQuery(organizationRowsQuery(typed, firstPage(limits.choicesListed)));
  const found = (data?.items ?? []).map(({ id, name: label }) => ({ value: id, label }));
  return (
    <NamePicker
      label="Organization"
      nothingFoundMessage="No organization matches"
      choices={[all, ...found]}
      complete={false}
      chosen={chosen === '' ? all : { value: chosen, label: name ?? chosen }}
      onSearch={setTyped}
      onChoose={(orgId) => {
        setName(found.find(({ value }) => value === orgId)?.label);
        onChoose(orgId);
      }}
    />
  );
}
