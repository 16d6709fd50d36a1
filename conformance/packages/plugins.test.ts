import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tarOf } from './archive.ts';
import { artifactHubFile, bundlePlugin, headlampApi, packPlugin, pagePlugins, stagePlugin } from './plugins.ts';
import { root } from './published.ts';

const place = mkdtempSync(join(tmpdir(), 'plugins-'));
const archives = new Map<string, string>();

beforeAll(async () => {
  for (const plugin of pagePlugins) {
    const files = await stagePlugin(plugin, join(place, plugin.folder), 'https://fields.example.com/');
    archives.set(plugin.folder, packPlugin(plugin, files, place));
  }
}, 120_000);
afterAll(() => rmSync(place, { recursive: true }));

/** The names of a tar archive, read as POSIX describes it. */
function namesIn(archive: Buffer): readonly string[] {
  const names: string[] = [];
  for (let at = 0; archive[at] !== 0; ) {
    const text = (from: number, to: number) => archive.toString('latin1', at + from, at + to).replace(/\0.*$/s, '');
    const size = Number.parseInt(text(124, 136), 8);
    const sum = Number.parseInt(text(148, 156), 8);
    const head = Buffer.from(archive.subarray(at, at + 512)).fill(' ', 148, 156);
    expect(head.reduce((all, byte) => all + byte, 0)).toBe(sum);
    names.push(text(0, 100));
    at += 512 + Math.ceil(size / 512) * 512;
  }
  return names;
}

test('each archive has what its host looks for, the same each time', () => {
  const listed = pagePlugins.map(({ folder }) => {
    const bytes = gunzipSync(readFileSync(join(place, archives.get(folder) ?? '')));
    return namesIn(bytes).filter((name) => !/\/(?:LICENSE|README\.md|THIRD_PARTY\.md)$/.test(name));
  });
  expect(listed).toEqual([
    [
      'resources/',
      'resources/extension-managed-fields.js/',
      'resources/extension-managed-fields.js/extension-managed-fields.js',
    ],
    ['managed-fields/', 'managed-fields/main.js', 'managed-fields/package.json'],
  ]);
  // As Argo CD takes the files of extensions.
  expect('extension-managed-fields.js').toMatch(/^extension(.*)\.js$/);
  const manifest = JSON.parse(readFileSync(join(place, 'headlamp-plugin/managed-fields/package.json'), 'utf8'));
  expect(manifest).toMatchObject({
    name: 'managed-fields',
    main: 'dist/main.js',
    devDependencies: { '@kinvolk/headlamp-plugin': `^${headlampApi}` },
    isManagedByHeadlampPlugin: true,
  });
});

test.runIf(existsSync('/bin/tar') || existsSync('/usr/bin/tar'))('tar unpacks what is packed', () => {
  const [plugin] = pagePlugins;
  const folder = mkdtempSync(join(place, 'unpacked-'));
  execFileSync('tar', ['-xzf', join(place, archives.get(plugin?.folder ?? '') ?? ''), '-C', folder]);
  const script = plugin?.script ?? '';
  expect(readFileSync(join(folder, script), 'utf8')).toBe(
    readFileSync(join(place, plugin?.folder ?? '', script), 'utf8'),
  );
  writeFileSync(join(folder, 'a.tar.gz'), gzipSync(tarOf([{ path: 'a/b', bytes: Buffer.alloc(512, 'x') }])));
  expect(execFileSync('tar', ['-tzf', join(folder, 'a.tar.gz')], { encoding: 'utf8' })).toBe('a/\na/b\n');
  expect(() => tarOf([{ path: 'x'.repeat(101), bytes: Buffer.alloc(0) }])).toThrow(RangeError);
});

test('Artifact Hub is told the address and the checksum of the archive', () => {
  const archive = archives.get('headlamp-plugin') ?? '';
  const file = artifactHubFile(archive, readFileSync(join(place, archive)), 'https://git.example/x');
  expect(file).toMatch(/archive-checksum: sha256:[0-9a-f]{64}$/m);
  expect(file).toMatch(
    /archive-url: https:\/\/git\.example\/x\/releases\/download\/v[\d.a-z-]+\/managed-fields-headlamp-plugin-/,
  );
  expect(file).not.toMatch(/ARCHIVE|CHECKSUM/);
});

test('a script weighs what its decision says, evaluates nothing, and brings no React', async () => {
  const decision = readFileSync(`${root}docs/decisions/plugins-of-pages.md`, 'utf8');
  const said = /and admission (\d+); Headlamp's (\d+)\./.exec(decision)?.slice(1).map(Number);
  const weights: number[] = [];
  for (const { folder } of pagePlugins) {
    const { code, packages } = await bundlePlugin(folder);
    weights.push(Math.round(gzipSync(code, { level: 9 }).length / 1000));
    expect(packages).toEqual(['fflate', 'yaml']);
    expect(code).not.toMatch(/\beval\(|new Function\(|XMLHttpRequest|sendBeacon|WebSocket\(|importScripts|\.innerHTML/);
    expect([...code.matchAll(/\bfetch\(/g)].length).toBeLessThanOrEqual(folder === 'argocd-extension' ? 1 : 0);
  }
  expect(weights.map((weight, index) => Math.abs(weight - (said?.[index] ?? 0)) <= 5)).toEqual([true, true]);
}, 120_000);
