import { anyone } from '#core/request/anyone.ts';
import { lambda } from '#core/request/lambda.ts';
import { optionalSetting } from '#core/runtime/config.ts';
import { system } from '#shared/contract/system.ts';

export const handler = lambda(system, 'get-health', anyone, async () => ({
  status: 'ok' as const,
  commit: optionalSetting('COMMIT') || undefined,
}));
