import { type Failure, fail, unplayedFlag } from './failure.ts';
import type { Flags } from './flags.ts';
import type { Session } from './session.ts';

/** The release of kustomize in each minor version of kubectl, by its go.mod. */
const kustomizeIn: Readonly<Record<string, string>> = {
  'v1.33': 'v5.6.0',
  'v1.34': 'v5.7.1',
  'v1.35': 'v5.7.1',
  'v1.36': 'v5.8.1',
  'v1.37': 'v5.8.1',
};

/**
 * `kubectl version`. Server and kubectl are of one release; what was built when and by whom is not known, so that other
 * formats are not played. Upstream: k8s.io/kubectl pkg/cmd/version/version.go.
 */
export function runVersion(session: Session, flags: Flags): Failure | undefined {
  const format = flags.text('output');
  if (!flags.truth('client') && flags.args.length > 0) return fail(`extra arguments: [${flags.args.join(' ')}]`);
  if (!['', 'yaml', 'json'].includes(format)) return fail("--output must be 'yaml' or 'json'");
  if (format !== '') return unplayedFlag('output');
  const { release } = session.host;
  const kustomize = kustomizeIn[release.split('.').slice(0, 2).join('.')] ?? 'v5.8.1';
  session.out(`Client Version: ${release}\nKustomize Version: ${kustomize}\n`);
  if (!flags.truth('client')) session.out(`Server Version: ${release}\n`);
  return undefined;
}
