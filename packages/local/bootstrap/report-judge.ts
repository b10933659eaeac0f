import { StartError } from '#local/host/start-error.ts';
import { type JudgeSettings, judgeSettingsSchema } from '#shared/report/judge-settings.ts';

/**
 * The models that judge reports, from the variables of the shell; undefined without a key. Throws `StartError`.
 * @param given settings as in an environment's file, as JSON
 */
export function reportJudgeOf(
  given: string | undefined,
  apiKey: string | undefined,
): { apiKey: string; settings: JudgeSettings } | undefined {
  if (!given || !apiKey) return undefined;
  try {
    return { apiKey, settings: judgeSettingsSchema.parse(JSON.parse(given)) };
  } catch (error) {
    throw new StartError(
      `REPORT_JUDGE is not right: REPORT_JUDGE='{"model":"…"}' npm start. ${(error as Error).message}`,
    );
  }
}
