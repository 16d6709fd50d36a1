import { formatJson, mapFromPlain } from '@managed-fields/merge-engine';
import { releaseNumbers, serverVersion } from '../discovery/documents.ts';
import { type Failure, fail } from '../failure.ts';
import type { Flags } from '../flags.ts';
import { kustomizeRelease } from '../kustomize-release.ts';
import type { Session } from '../session.ts';

/**
 * `kubectl version`. Server and kubectl are of one release. What was built when, from what and for which system is the reader's own, and
 * stands as `…`. Upstream: k8s.io/kubectl pkg/cmd/version/version.go.
 */
export function runVersion(session: Session, flags: Flags): Failure | undefined {
  const format = flags.text('output');
  if (!flags.truth('client') && flags.args.length > 0) return fail(`extra arguments: [${flags.args.join(' ')}]`);
  if (!['', 'yaml', 'json'].includes(format)) return fail("--output must be 'yaml' or 'json'");
  const { release } = session.host;
  const kustomizeVersion = kustomizeRelease(release);
  const isAlone = flags.truth('client');
  if (format === '') {
    session.out(`Client Version: ${release}\nKustomize Version: ${kustomizeVersion}\n`);
    if (!isAlone) session.out(`Server Version: ${release}\n`);
    return undefined;
  }
  const server = isAlone ? {} : { serverVersion: serverVersion(release, build) };
  const shown = mapFromPlain({ clientVersion: clientVersion(release), kustomizeVersion, ...server });
  session.out(format === 'json' ? `${formatJson(shown, { indent: 2 })}\n` : `${session.host.printYaml(shown)}\n`);
  return undefined;
}

const own = '…';

/** What both were built from and for: facts of the reader's own build. */
export const build = {
  ...{ gitCommit: own, gitTreeState: own, buildDate: own, goVersion: own },
  ...{ compiler: 'gc', platform: own },
};

/** Upstream: k8s.io/apimachinery pkg/version/types.go Info. */
function clientVersion(release: string) {
  return { ...releaseNumbers(release), gitVersion: release, ...build };
}
