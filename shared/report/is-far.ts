import type { Reference, Report } from './report.ts';

type Rules = Pick<Report, 'record'>;

/** Whether a reference has so few words of the patent that its grades are one step lower. */
export const isFar = ({ nearness }: Pick<Reference, 'nearness'>, { record }: Rules): boolean =>
  nearness !== undefined && nearness < (record.settings.nearFrom ?? 0);

/** Why the grades of such a reference are lower, with the figures. It is not a matter of the score. */
export const farReason = ({ nearness = 0 }: Pick<Reference, 'nearness'>, rules: Rules): string =>
  `Its nearest passages have ${percent(nearness)} of the words of the patent’s title and abstract, ${farLimit(rules)}, so its grades are one step lower.`;

/** `less than 12 %` */
export const farLimit = ({ record }: Rules): string =>
  `less than ${percent(record.settings.nearFrom ?? 0)}`;

const percent = (share: number) => `${Math.floor(share * 100)} %`;
