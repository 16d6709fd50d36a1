import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { exit } from './io.ts';
import { nodeIo, versionIn } from './node-io.ts';
import { run } from './run.ts';

/**
 * `pnpm cluster` in the repository: `managed-fields cluster` with the page in `dist`, which is built where it is missing,
 * or anew with `--build`.
 */
const root = fileURLToPath(new URL('../../../', import.meta.url));
const io = nodeIo(`${root}dist`, () => versionIn(`${root}packages/cli/package.json`));
// pnpm hands on the `--` of `pnpm cluster -- --port 0`.
const args = process.argv.slice(2).filter((each, index) => !(index === 0 && each === '--'));
const needsPage = !args.includes('--help') && (args.includes('--build') || !io.isPage(`${root}dist`));
const built = needsPage ? build() : exit.done;
process.exitCode =
  built === exit.done
    ? await run(['cluster', ...args.filter((each) => each !== '--build')], { ...io, page: `${root}dist` })
    : built;

function build(): number {
  const { status } = spawnSync(process.execPath, [`${root}node_modules/vite/bin/vite.js`, 'build'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  });
  return status ?? exit.failed;
}
