/**
 * `npm run bench -- clients`: has four generators of clients read the API document, and each client search. They come from
 * their package registries; what this machine cannot run (Python 3, Go) is told and left out. Fails if a client fails.
 */
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { openApiDocument } from '#shared/openapi.ts';
import { openInstallation } from '../installation.ts';

const execution = promisify(execFile);

/** Generates a client of `openapi.json` in its folder, and searches with it. */
interface Generator {
  name: string;
  /** Whether this machine has what it needs. */
  asks: string;
  /** Commands one after the other, without quotes; the last prints how many rows it found. */
  commands: readonly string[];
}

const generators: readonly Generator[] = [
  {
    name: 'openapi-python-client',
    asks: 'python3 --version',
    commands: [
      'python3 -m venv venv',
      'venv/bin/pip install --quiet openapi-python-client ruff',
      'venv/bin/openapi-python-client generate --path openapi.json --meta none --output-path client',
      'venv/bin/python with_openapi_python_client.py',
    ],
  },
  {
    name: 'datamodel-code-generator',
    asks: 'python3 --version',
    commands: [
      'python3 -m venv venv',
      'venv/bin/pip install --quiet datamodel-code-generator httpx pydantic[email]',
      'venv/bin/datamodel-codegen --input openapi.json --input-file-type openapi --output models.py --output-model-type pydantic_v2.BaseModel --openapi-scopes schemas paths --use-operation-id-as-name',
      'venv/bin/python with_datamodel_codegen.py',
    ],
  },
  {
    name: 'oapi-codegen',
    asks: 'go version',
    commands: [
      'go mod init example.com/search',
      'go run github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@latest -generate types,client -package main -o client.go openapi.json',
      'go mod tidy',
      'go run .',
    ],
  },
  {
    name: 'openapi-typescript',
    asks: 'npm --version',
    commands: [
      'npm init --yes --init-type=module',
      'npm install --silent openapi-typescript openapi-fetch typescript@5 @types/node',
      'npx openapi-typescript openapi.json --output schema.d.ts',
      // The compiler of the project would not find these modules.
      'mv with_openapi_typescript.ts.txt with_openapi_typescript.ts',
      'npx tsc --strict --noEmit --skipLibCheck --target es2022 --module nodenext with_openapi_typescript.ts',
      'node with_openapi_typescript.ts',
    ],
  },
];

export async function run(options: string[]): Promise<void> {
  const { values } = parseArgs({ args: options, options: { only: { type: 'string' } } });
  const { call, stack, close } = await openInstallation();
  try {
    const { us_patents } = await call('list-index-keys', { query: {} });
    const environment = {
      ...process.env,
      ANTECEDE_URL: stack.origin,
      ANTECEDE_API_KEY: us_patents![0]!.api_key,
      GOFLAGS: '-mod=mod',
    };
    const document = JSON.stringify(openApiDocument(stack.origin));
    for (const generator of generators) {
      if (values.only && values.only !== generator.name) continue;
      await tryGenerator(generator, document, environment);
    }
  } finally {
    await close();
  }
}

async function tryGenerator(
  { name, asks, commands }: Generator,
  document: string,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const cwd = mkdtempSync(path.join(tmpdir(), 'antecede-client-'));
  const execute = (line: string) => {
    const [program = '', ...args] = line.split(' ');
    // A program of the folder has to be named by its whole path.
    const file = program.includes('/') ? path.resolve(cwd, program) : program;
    return execution(file, args, { cwd, env, maxBuffer: 1e8 });
  };
  try {
    if (!(await execute(asks).catch(() => undefined))) {
      console.log(`${name}: left out. This failed: ${asks}`);
      return;
    }
    cpSync(path.join(import.meta.dirname, 'programs'), cwd, { recursive: true });
    writeFileSync(path.join(cwd, 'openapi.json'), document);
    let found = '';
    for (const line of commands) found = (await execute(line)).stdout.trim();
    if (!(Number(found) > 0)) throw new Error(`found ${found}`);
    console.log(`${name}: its client found ${found} rows.`);
  } catch (error) {
    process.exitCode = 1;
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    console.log(`${name} FAILED: ${String(error)}\n${stdout}\n${stderr}`);
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}
