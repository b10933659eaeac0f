import type { Item } from './stored.ts';

/**
 * Objects that nobody can reach and nothing will remove, and records of objects that do not exist.
 * @param items of all tables
 * @param keys of all buckets
 */
export function orphans(items: readonly Item[], keys: readonly string[]): string[] {
  const broken: string[] = [];
  const organizations = new Set(
    items.filter(({ sk }) => sk === 'ORG').map(({ item_id }) => String(item_id)),
  );
  const serving = items
    .filter(({ sk }) => sk === 'INDEX')
    .map(({ manifest_key }) => String(manifest_key ?? ''));
  const superseded = items
    .filter(({ sk }) => String(sk).startsWith('SUPERSEDED#'))
    .map(({ folder }) => String(folder));
  const folders = new Set(keys.flatMap((key) => /^org(\/[^/]+){3}\//.exec(key)?.[0] ?? []));
  for (const folder of folders) {
    // Files of datasets are no deeper than `org/{org_id}/{name}`.
    if (!/\/bld_[^/]+\/$/.test(folder)) continue;
    const isUsed = serving.some((manifest) => manifest.startsWith(folder));
    if (!isUsed && !superseded.includes(folder)) broken.push(`nothing will remove ${folder}`);
  }
  for (const key of keys) {
    const [, orgId] = /^(?:org|exports|searches)\/(org_[^/]+)\//.exec(key) ?? [];
    if (orgId && !organizations.has(orgId) && !superseded.some((folder) => key.startsWith(folder)))
      broken.push(`${key} is left of an organization that has ended`);
    const [, userId] = /^(usr_[^/]+)\/exp_[^/]+\.zip$/.exec(key) ?? [];
    if (userId && !items.some(({ sk, item_id }) => sk === 'USER' && item_id === userId))
      broken.push(`${key} is left of somebody who has been erased`);
  }
  const objects = new Set(keys);
  for (const { pk, kind, ucid, version, content_hash } of items.filter(
    ({ pk, status }) => String(pk).startsWith('REPORT#') && status === 'ready',
  ))
    for (const extension of ['json.gz', 'pdf'])
      if (!objects.has(`made/${kind}/${ucid}/${version}/${content_hash}.${extension}`))
        broken.push(`${pk} is ready without its ${extension}`);
  for (const { org_id, export_id, format, status } of items.filter(({ pk }) =>
    String(pk).startsWith('SEARCHEXPORTS#'),
  )) {
    if (status === 'writing') broken.push(`the export ${export_id} is still being written`);
    if (status === 'ready' && !objects.has(`searches/${org_id}/${export_id}.${format}`))
      broken.push(`the export ${export_id} is ready without its file`);
  }
  return broken;
}
