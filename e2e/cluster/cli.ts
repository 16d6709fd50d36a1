import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { printFigures } from './figures.ts';

/**
 * `pnpm e2e:cluster --server URL [--token T] [--kubectl PROGRAM] [--record | --figures]` runs the end-to-end tests of the cluster mode against a real
 * server, whose namespace `shop` they fill and clear. With `--record` its answers are what these tests play against
 * without one. With `--kubectl` the
 * attacks are tried on the command with a real kubectl as well. With `--figures` it prints what opening an object among 5,000 takes, instead.
 */
const { values } = parseArgs({
  args: process.argv.slice(2).filter((arg) => arg !== '--'),
  options: {
    server: { type: 'string' },
    token: { type: 'string', default: 'admin' },
    kubectl: { type: 'string' },
    record: { type: 'boolean', default: false },
    figures: { type: 'boolean', default: false },
  },
});
if (values.server === undefined) throw new Error('--server URL names the server to ask');
if (values.figures) {
  await printFigures(values.server, values.token);
  process.exit(0);
}
const root = fileURLToPath(new URL('../..', import.meta.url));
const env = {
  ...process.env,
  E2E_CLUSTER: values.server,
  E2E_CLUSTER_TOKEN: values.token,
  ...(values.kubectl === undefined ? {} : { E2E_KUBECTL: values.kubectl }),
  ...(values.record ? { E2E_CLUSTER_RECORD: '1' } : {}),
};
// One after the other: all fill the same namespace.
const { status } = spawnSync('npx', ['playwright', 'test', 'e2e/cluster', '--workers=1', '--project=chromium'], {
  cwd: root,
  env,
  stdio: 'inherit',
});
process.exit(status ?? 1);
