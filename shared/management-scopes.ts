/** What a management key may do: read or change one kind of things. Who may change may also read. */
export const managementScopes = [
  'datasets:read',
  'datasets:write',
  'indexes:read',
  'indexes:write',
  'keys:read',
  'keys:write',
] as const;

export type ManagementScope = (typeof managementScopes)[number];

/** Whether a key with these scopes may do what needs `needed`. */
export const allows = (scopes: readonly ManagementScope[], needed: ManagementScope): boolean =>
  scopes.includes(needed) || scopes.includes(needed.replace(/:read$/, ':write') as ManagementScope);

/** Where the holder of a management key calls an endpoint of the product API. */
export const managementPath = (path: string): string => path.replace(/^\/api\//, '/api/manage/');
