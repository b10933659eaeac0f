/** Whom a shared link is for: people of the organization, who sign in, or everybody who has it. */
export const shareAudiences = ['organization', 'anyone'] as const;
export type ShareAudience = (typeof shareAudiences)[number];

/** Days after which a shared link ends. */
export const shareDays = [1, 7, 30] as const;
export type ShareDays = (typeof shareDays)[number];
