import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../conformance/packages/published.ts';
import { readArguments } from '../arguments.ts';
import { buildBinary, programVersion } from './build.ts';
import { manifestPath, sbom } from './sbom.ts';

const {
  values: { folder: given },
} = readArguments({
  name: 'pnpm test:binaries',
  about: `Builds the executable of this machine, and runs it in an empty folder with an empty environment. Ends with 1 where it does
otherwise than the program of the package.`,
  options: {
    folder: { type: 'string', value: 'FOLDER', about: 'where the executable is left; without it, it is removed' },
  },
});

const place = given ?? mkdtempSync(join(tmpdir(), 'binaries-'));
const empty = mkdtempSync(join(tmpdir(), 'empty-'));
const read = (name: string) => readFileSync(`${root}packages/cli/src/${name}`, 'utf8');
try {
  const { file, packages } = await buildBinary(place);
  /** Windows starts nothing without the first of these. */
  const env = process.platform === 'win32' ? { SystemRoot: process.env['SystemRoot'] } : {};
  const run = (args: readonly string[], input = '') =>
    spawnSync(file, args, { cwd: empty, env, input, encoding: 'utf8', maxBuffer: 1 << 28 });
  /** What is to come out: the code, and a part of what is printed on either. */
  const cases: readonly (readonly [readonly string[], string, number, RegExp])[] = [
    [['--version'], '', 0, new RegExp(`^${programVersion()}\n$`)],
    [['--help'], '', 0, /Usage: managed-fields COMMAND/],
    [['owners', '--time', 'none'], read('owners/cases/owned-forms.yaml'), 0, /bob {3}\(Update {8}\) {5}note: \|/],
    [['owners', '-o', 'json'], read('owners/cases/owned-forms.yaml'), 0, /"kind": "Owners"/],
    [['explain'], read('mcp/cases/error.txt'), 0, /conflict/i],
    [['survey'], read('owners/cases/owned-forms.yaml'), 1, /1 object/],
    [['diff'], `${read('mcp/cases/live.yaml')}\n---\n${read('mcp/cases/live.yaml')}`, 0, /no field differs/],
    [['schema', 'forecast'], '', 0, /urn:managed-fields:schema:v1:forecast/],
    [['completion', 'bash'], '', 0, /complete -o default/],
    [['cluster'], '', 2, /there is no page beside this program/],
    [['owners'], 'a: [', 2, /standard input:1/],
    [['nonsense'], '', 2, /there is no command/],
    [
      ['mcp'],
      '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"a","version":"1"}}}\n',
      0,
      /"serverInfo":\{"name":"managed-fields"/,
    ],
  ];
  writeFileSync(join(empty, 'live.yaml'), read('mcp/cases/live.yaml'));
  writeFileSync(join(empty, 'apply.yaml'), read('mcp/cases/manifest.yaml'));
  const forecast = ['forecast', '--live', 'live.yaml', '--apply', 'apply.yaml', '--tool', 'none', '--manager', 'x'];
  for (const [args, input, code, said] of [...cases, [[...forecast, '-n', 'prod'], '', 1, /conflict/] as const]) {
    const { status, stdout, stderr, error } = run(args, input);
    assert.ifError(error);
    assert.match(`${stdout}${stderr}`, said, `managed-fields ${args.join(' ')}`);
    assert.equal(status, code, `managed-fields ${args.join(' ')} ended with ${status}: ${stderr}`);
    console.log(`ok  managed-fields ${args.join(' ')}`);
  }
  const parts: { components: readonly { name: string; version?: string }[] } = JSON.parse(sbom(packages, manifestPath));
  assert.ok(packages.length > 3 && parts.components.every(({ version }) => version !== undefined));
  assert.equal(parts.components.length, packages.length + 1);
  console.log(`ok  ${parts.components.length} parts in the list of what is in it`);
} finally {
  rmSync(empty, { recursive: true });
  if (given === undefined) rmSync(place, { recursive: true });
  else mkdirSync(place, { recursive: true });
}
