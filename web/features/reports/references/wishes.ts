import type { SearchedAgain } from '#shared/report/marks.ts';

/** Whether a person wants more or less of a reference. */
export type Wish = 'like' | 'unlike';

/** By UCID. */
export type Wishes = Readonly<Record<string, Wish | undefined>>;

export const wishesOf = (again: SearchedAgain | undefined): Wishes =>
  Object.fromEntries([
    ...(again?.like ?? []).map((ucid) => [ucid, 'like']),
    ...(again?.unlike ?? []).map((ucid) => [ucid, 'unlike']),
  ]);

export const ucidsWith = (wishes: Wishes, wanted: Wish): string[] =>
  Object.entries(wishes).flatMap(([ucid, wish]) => (wish === wanted ? [ucid] : []));
