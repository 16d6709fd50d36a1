import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readArguments } from '../arguments.ts';
import { platforms } from './build.ts';
import { krewManifest } from './manifests.ts';

/** The release of krew whose validator judges the manifest. */
const krew = 'v0.5.0';

const {
  values: { manifest },
} = readArguments({
  name: 'npx tsx tools/binaries/validate-krew.ts',
  about: `Holds the manifest of krew against krew's own validator, sigs.k8s.io/krew/cmd/validate-krew-manifest, which Go builds from its
module. Without a manifest it makes one of invented checksums. Needs Go.`,
  options: { manifest: { type: 'string', value: 'FILE', about: 'managed-fields.yaml of a release' } },
});

const folder = mkdtempSync(join(tmpdir(), 'krew-'));
try {
  const file = join(folder, 'managed-fields.yaml');
  const made = krewManifest(Object.fromEntries(platforms.map((each) => [each, 'a'.repeat(64)])));
  writeFileSync(file, manifest === undefined ? made : readFileSync(manifest));
  const env = { ...process.env, GOFLAGS: '-mod=mod' };
  const program = `sigs.k8s.io/krew/cmd/validate-krew-manifest@${krew}`;
  execFileSync('go', ['run', program, '-manifest', file, '-skip-install'], { cwd: folder, env, stdio: 'inherit' });
} finally {
  rmSync(folder, { recursive: true });
}
