/** Whom a shared link is for: people of the organization, who sign in, or everybody who has it. */
export const shareAudiences = ['organization', 'anyone'] as const;
export type ShareAudience = (typeof shareAudiences)[number];

/** Which report a link shows: the newest one, or the one that was shared. */
export const sharedVersions = ['newest', 'shared'] as const;
export type SharedVersion = (typeof sharedVersions)[number];

/** Days after which a shared link ends. */
export const shareDays = [1, 7, 30] as const;
export type ShareDays = (typeof shareDays)[number];
