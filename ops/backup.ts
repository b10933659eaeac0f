/** `npm run backup`: saves tables and buckets of an environment into a folder, and loads them again. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { isEnvironmentName } from '#infra/environments.ts';
import { loadBucket, saveBucket } from './backup/objects.ts';
import { openStores, type Stores } from './backup/open-stores.ts';
import { loadTable, saveTable } from './backup/tables.ts';
import { readNewIds, restoreUsers, saveUsers } from './backup/users.ts';
import { unlessMissing } from './deploy/unless-missing.ts';

const help = `Usage: npm run backup -- save FOLDER --env NAME [--tables-only]
       npm run backup -- load FOLDER --env NAME [--tables-only]
       npm run backup -- users FOLDER --env NAME

save writes the accounts of the user pool, the items of all tables and the objects of all buckets into FOLDER. It reads
while others write: for one moment of all tables, use DynamoDB's export. load makes the tables hold exactly what
FOLDER/tables has, and puts objects back that are missing or different. Afterwards repeat the erasures: npm run erasures.

users makes the accounts of FOLDER that the user pool lacks, with passwords that nobody knows: people set one by "Forgot
password?". It mails nobody. Accounts get new ids, so load the tables of FOLDER afterwards.

FOLDER/tables/NAME.json has an item a line, as in DynamoDB's export to S3 (DYNAMODB_JSON).

  --env NAME      dev, staging, prod, or local for the stack of npm start
  --tables-only   leaves the buckets alone

The AWS credentials and region are those of the shell; they must allow to read, or to read and write, the tables,
buckets and user pool, and to read the configuration of the function antecede-NAME-erase-person. See "Restore" in
docs/operating.md.`;

const tableFile = (folder: string, name: string) => join(folder, 'tables', `${name}.json`);
const bucketFolder = (folder: string, name: string) => join(folder, 'buckets', name);

async function save(stores: Stores, folder: string): Promise<void> {
  const { dynamodb, s3, tables, buckets } = stores;
  await mkdir(join(folder, 'tables'), { recursive: true });
  const accounts = await unlessMissing(saveUsers(stores.userPool, folder));
  console.log(accounts === undefined ? 'Users: THE POOL IS GONE' : `Users: ${accounts} accounts`);
  for (const [name, table] of tables) {
    console.log(`${name}: ${await saveTable(dynamodb, table, tableFile(folder, name))} items`);
  }
  for (const [name, bucket] of buckets) {
    const { objects, tooLarge } = await saveBucket(s3, bucket, bucketFolder(folder, name));
    console.log(`${name}: ${objects} objects`);
    for (const key of tooLarge) console.warn(`${name}: LEFT OUT, above 5 GB: ${key}`);
  }
}

async function load({ dynamodb, s3, tables, buckets }: Stores, folder: string): Promise<void> {
  // First, so that no record names an object that is not there.
  for (const [name, bucket] of buckets) {
    const { objects, putBack } = await loadBucket(s3, bucket, bucketFolder(folder, name));
    console.log(`${name}: ${objects} objects, ${putBack} of them put back`);
  }
  const newIds = await readNewIds(folder);
  if (newIds.size > 0) console.log(`Users: ${newIds.size} accounts have new ids`);
  for (const [name, table] of tables) {
    const { items, removed } = await loadTable(dynamodb, table, tableFile(folder, name), newIds);
    console.log(`${name}: ${items} items, ${removed} others removed`);
  }
}

async function users({ userPool }: Stores, folder: string): Promise<void> {
  const { made, existing, invited, secondFactor, leftOut } = await restoreUsers(userPool, folder);
  console.log(`Users: ${made} accounts made`);
  const told = {
    'had an account here, which stays as it is': existing,
    'need a new invitation': invited,
    'had an authenticator app and must set one up': secondFactor,
    'left out: disabled, or the address was never verified': leftOut,
  };
  for (const [what, emails] of Object.entries(told)) {
    for (const email of emails) console.log(`${email}: ${what}`);
  }
}

const commands = { save, load, users };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    env: { type: 'string' },
    'tables-only': { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const [command, folder] = positionals;
const run = Object.hasOwn(commands, command ?? '')
  ? commands[command as keyof typeof commands]
  : undefined;
try {
  if (values.help) console.log(help);
  else if (run && folder && isEnvironmentName(values.env)) {
    const stores = await openStores(values.env);
    if (values['tables-only']) stores.buckets.clear();
    await run(stores, folder);
  } else {
    console.error(help);
    process.exitCode = 2;
  }
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
