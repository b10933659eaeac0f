import { devNull } from 'node:os';
import { join, resolve } from 'node:path';
import { assistantModelOf } from './bootstrap/assistant-model.ts';
import { firstStart } from './bootstrap/first-start.ts';
import { reportJudgeOf } from './bootstrap/report-judge.ts';
import { projectRoot } from './build/steps.ts';
import { startCloud } from './cloud.ts';
import { StartError } from './host/start-error.ts';
import { demoLines, summary } from './host/summary.ts';

// Lambda's time zone; worker threads take it from the process.
process.env.TZ = 'UTC';

// The shell's settings for AWS itself (region, profile, FIPS) must not affect this cloud.
for (const name of Object.keys(process.env)) if (name.startsWith('AWS_')) delete process.env[name];
process.env.AWS_CONFIG_FILE = devNull;
process.env.AWS_SHARED_CREDENTIALS_FILE = devNull;

const { PORT = '3000', HOST = '127.0.0.1', LOCAL_DATA_DIR, LOCAL_BUILD_DIR, DEBUG } = process.env;
const { STRIPE_SECRET_KEY: stripeSecretKey, OPENAI_API_KEY: apiKey } = process.env;
const { OPENSEARCH_URL, OPENSEARCH_FROM_ROWS = 'Infinity' } = process.env;
const { STORE_FIRST_BYTE_MS, STORE_MEGABYTES_PER_SECOND, PERMISSIONS_DIR } = process.env;
const { CALL_TIMEOUT_MS, BUSY_MS, PLAN_PART_BYTES } = process.env;
const { ASSISTANT_MODEL } = process.env;
const { REPORT_JUDGE, REPORT_API_KEY } = process.env;
const report = (line: string) => console.error(line);
const explain = (error: unknown) => {
  const { message, stack } = error as Error;
  return DEBUG ? stack : message;
};

const positive = (name: string, value: string) => {
  if (Number(value) > 0) return Number(value);
  throw new StartError(`${name}=${value} is not a positive number: ${name}=63 npm start`);
};

try {
  if (!/^\d{1,5}$/.test(PORT) || Number(PORT) > 65_535) {
    throw new StartError(
      `PORT=${PORT} is not a port. Use a number up to 65535: PORT=3000 npm start`,
    );
  }
  const dataDir = LOCAL_DATA_DIR ? resolve(LOCAL_DATA_DIR) : join(projectRoot, '.local');
  const buildDir = LOCAL_BUILD_DIR ? resolve(LOCAL_BUILD_DIR) : join(dataDir, 'build');
  const port = Number(PORT);
  const openAi = apiKey ? { apiKey, settings: assistantModelOf(ASSISTANT_MODEL) } : undefined;
  const storeSpeed =
    STORE_FIRST_BYTE_MS || STORE_MEGABYTES_PER_SECOND
      ? {
          firstByteMs: positive('STORE_FIRST_BYTE_MS', STORE_FIRST_BYTE_MS ?? '63'),
          megabytesPerSecond: positive(
            'STORE_MEGABYTES_PER_SECOND',
            STORE_MEGABYTES_PER_SECOND ?? '75',
          ),
        }
      : undefined;
  const options = {
    port,
    host: HOST,
    dataDir,
    buildDir,
    stripeSecretKey,
    openAi,
    reportJudge: reportJudgeOf(REPORT_JUDGE, REPORT_API_KEY),
    cluster: OPENSEARCH_URL
      ? { address: OPENSEARCH_URL, fromRows: OPENSEARCH_FROM_ROWS }
      : undefined,
    storeSpeed,
    busyMs: BUSY_MS ? positive('BUSY_MS', BUSY_MS) : undefined,
    callTimeoutMs: CALL_TIMEOUT_MS ? positive('CALL_TIMEOUT_MS', CALL_TIMEOUT_MS) : undefined,
    planPartBytes: PLAN_PART_BYTES ? positive('PLAN_PART_BYTES', PLAN_PART_BYTES) : undefined,
    permissionsDir: PERMISSIONS_DIR,
    report,
  };
  const cloud = await startCloud(options);
  const stop = () => {
    // Anything still running then is killed, which loses nothing that was acknowledged.
    setTimeout(() => process.exit(0), 10_000).unref();
    void cloud.close().finally(() => process.exit(0));
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  cloud.filling = firstStart(cloud).catch((error) => {
    report(`WARN the sample data is not complete; the next start tries again. ${explain(error)}`);
  });
  // Only the first start fills the installation and shows where to look.
  await Promise.race([cloud.filling, new Promise((enough) => setTimeout(enough, 100))]);
  console.log(summary(cloud, process.uptime()));
  if (!cloud.demo) {
    await cloud.filling;
    if (cloud.demo) {
      console.log(`\nThe sample data is there.\n${demoLines(cloud.origin, cloud.demo)}`);
    }
  }
} catch (error) {
  console.error(explain(error));
  process.exit(1);
}
