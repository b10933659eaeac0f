import { strToU8, zipSync } from 'fflate';

const explanations: Record<string, string> = {
  'profile.json': 'your account: name, address, role, when it was made',
  'organization.json': 'the organization that you belong to',
  'datasets.json': 'files that you uploaded; for admins, all files of the organization',
  'indexes.json': 'indexes that you created; for admins, all indexes of the organization',
  'activity.json': 'what the audit trail tells of you',
};

function readme(files: readonly string[], now: Date): string {
  return [
    'Your data at Antecede',
    `Made on ${now.toISOString()}`,
    '',
    ...files.map((name) => `${name}: ${explanations[name]}`),
    '',
    'All files are JSON in UTF-8; times are UTC. Passwords and API keys are not among them: we keep',
    'passwords only in a form that cannot be read back, and keys belong to the organization, which',
    'finds them on the pages of its indexes. Contents of datasets belong to the organization too.',
    '',
  ].join('\r\n');
}

/** The archive that people get: their data as JSON, and a text that explains it. */
export function archive(files: Record<string, unknown>, now: Date): Uint8Array {
  const contents = Object.entries(files).map(
    ([name, content]) => [name, strToU8(JSON.stringify(content, null, 2))] as const,
  );
  return zipSync(
    { 'README.txt': strToU8(readme(Object.keys(files), now)), ...Object.fromEntries(contents) },
    { mtime: now },
  );
}
