import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

/**
 * `pnpm e2e:cluster --server URL [--token T] [--record]` runs the end-to-end tests of the cluster mode against a real
 * server, whose namespace `shop` they fill and clear. With `--record` its answers are what these tests play against
 * without one.
 */
const { values } = parseArgs({
  args: process.argv.slice(2).filter((arg) => arg !== '--'),
  options: {
    server: { type: 'string' },
    token: { type: 'string', default: 'admin' },
    record: { type: 'boolean', default: false },
  },
});
if (values.server === undefined) throw new Error('--server URL names the server to ask');
const root = fileURLToPath(new URL('../..', import.meta.url));
const env = {
  ...process.env,
  E2E_CLUSTER: values.server,
  E2E_CLUSTER_TOKEN: values.token,
  ...(values.record ? { E2E_CLUSTER_RECORD: '1' } : {}),
};
// One after the other: all fill the same namespace.
const { status } = spawnSync('npx', ['playwright', 'test', 'e2e/cluster', '--workers=1', '--project=chromium'], {
  cwd: root,
  env,
  stdio: 'inherit',
});
process.exit(status ?? 1);
