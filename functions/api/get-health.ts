import { anyone } from '#functions/request/anyone.ts';
import { lambda } from '#functions/request/lambda.ts';

export const handler = lambda('get-health', anyone, async () => ({ status: 'ok' as const }));
