import { createHash } from 'node:crypto';
import { optionalSetting } from '#core/runtime/config.ts';
import { type JudgeSettings, judgeSettingsSchema } from '#shared/report/judge-settings.ts';

/** Which models judge reports; undefined in an installation where none does. */
export function judgeSettings(): JudgeSettings | undefined {
  const given = optionalSetting('REPORT_JUDGE');
  return given ? judgeSettingsSchema.parse(JSON.parse(given)) : undefined;
}

/** Names the judges: reports of other models, or of another budget, are other versions. */
export function judgeName(): string | undefined {
  const given = optionalSetting('REPORT_JUDGE');
  return given ? createHash('sha256').update(given).digest('hex').slice(0, 8) : undefined;
}
