/**
 * `npm run check:templates`: runs cfn-lint over the templates of all environments, and deploys those of `prod` to MiniStack,
 * where Python has them.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { synthesize } from '#tests/infra/synthesize.ts';
import { deployToMiniStack } from './templates/deploy-to-ministack.ts';

if (spawnSync('cfn-lint', ['--version']).error) {
  console.log('Skipped: there is no cfn-lint. Install it with: pip install cfn-lint==1.51.0');
} else {
  const folder = mkdtempSync(join(tmpdir(), 'antecede-templates-'));
  const files = (['dev', 'staging', 'prod'] as const).flatMap((environment) =>
    Object.entries(synthesize(environment)).map(([stack, template]) => {
      const file = join(folder, `${environment}-${stack}.json`);
      writeFileSync(file, JSON.stringify(template));
      return file;
    }),
  );
  const { status } = spawnSync('cfn-lint', ['--non-zero-exit-code', 'error', ...files], {
    stdio: 'inherit',
  });
  console.log(`${files.length} templates, ${status === 0 ? 'no error' : 'errors above'}`);
  process.exitCode = status ?? 1;
}

const deployed = await deployToMiniStack();
console.log(
  deployed === undefined
    ? 'Skipped: there is no MiniStack. Install it with: pip install ministack==1.5.33'
    : `${deployed} stacks deployed to MiniStack`,
);
