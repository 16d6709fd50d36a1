import type { ValueMap } from '@managed-fields/merge-engine';
import { hasChange } from '../changes.ts';
import { get } from '../client.ts';
import { type Failure, fail, hasReason, isFailure, together } from '../failure.ts';
import type { Flags } from '../flags.ts';
import type { LoadedInfo } from '../info.ts';
import { collect, select } from '../selection.ts';
import type { Session } from '../session.ts';
import { access } from './access.ts';
import { writeAutoscaler } from './autoscaler.ts';
import { describeSigningRequest } from './certificates.ts';
import { config } from './config.ts';
import { alone, type Describe, type Describing } from './describing.ts';
import { Description } from './description.ts';
import { writeContent } from './generic.ts';
import { limits } from './limits.ts';
import { network } from './network.ts';
import { describeNode } from './node.ts';
import { describePod } from './pods.ts';
import { writeMetadata, writeNames } from './shared.ts';
import { storage } from './storage.ts';
import { workloads } from './workloads.ts';

const suggestion = 'Use "kubectl api-resources" for a complete list of supported resources.';

/** `kubectl describe`. Upstream: k8s.io/kubectl pkg/cmd/describe/describe.go. */
export function runDescribe(session: Session, flags: Flags): Failure | undefined {
  const hasFiles = flags.list('filename').length > 0 || flags.text('kustomize') !== '';
  if (flags.args.length === 0 && !hasFiles) {
    return fail(`You must specify the type of resource to describe. ${suggestion}\n`);
  }
  const chunk = flags.whole('chunk-size');
  const allNamespaces = flags.truth('all-namespaces');
  const selecting = { args: flags.args, allowAll: true, allNamespaces, ...(chunk === 0n ? {} : { limit: chunk }) };
  const selected = select(session, flags, { ...selecting, latest: false });
  if (isFailure(selected)) return selected;
  const { infos, failed } = collect(selected);
  const isFree = flags.changed('show-events') || !hasChange('eventsOfOneAlone', session.host.release);
  const withEvents = isFree ? flags.truth('show-events') : failed === undefined && infos.length <= 1;
  const describing = { session, chunk, withEvents };
  const [, prefix, ...more] = flags.args;
  if (failed !== undefined && hasReason(failed, 'NotFound') && prefix !== undefined && more.length === 0) {
    return describeMatching(describing, flags, flags.args.slice(0, 1), prefix, failed);
  }
  const failures = failed === undefined ? [] : [failed];
  let isFirst = true;
  for (const info of infos) {
    const text = described(describing, info);
    if (isFailure(text)) {
      if (!failures.some((each) => each.message === text.message)) failures.push(text);
      continue;
    }
    session.out(isFirst ? text : `\n\n${text}`);
    isFirst = false;
  }
  if (infos.length === 0 && failures.length === 0) {
    session.err(allNamespaces ? 'No resources found\n' : `No resources found in ${session.namespace} namespace.\n`);
  }
  return together(failures);
}

/** Describes what has a name that begins as asked. Upstream: DescribeMatchingResources. */
function describeMatching(
  describing: Describing,
  flags: Flags,
  args: readonly string[],
  prefix: string,
  original: Failure,
): Failure | undefined {
  const { session, chunk } = describing;
  const limit = chunk === 0n ? {} : { limit: chunk };
  const selected = select(session, flags, { args, allowAll: true, ...limit });
  if (isFailure(selected)) return selected;
  const { infos, failed } = collect(selected);
  if (failed !== undefined) return failed;
  const found = infos.filter(({ name }) => name.startsWith(prefix));
  for (const info of found) {
    const text = described(describing, info);
    if (isFailure(text)) return text;
    session.out(`${text}\n`);
  }
  return found.length === 0 ? original : undefined;
}

/** The description of one object, which is fetched for it. */
function described(describing: Describing, { version, namespace, name }: LoadedInfo): string | Failure {
  const { group, kind } = version.resource;
  const key = group === '' ? kind : `${group}/${kind}`;
  const other = describedVersions[key];
  const typed = (other === undefined ? undefined : describing.session.catalog.findKind(other, kind)) ?? version;
  const got = get(describing.session, { version: typed, namespace, name });
  if (got.kind === 'failure') return got;
  const { object } = got;
  const out = new Description(describing.session.host.release);
  const failed = (describers[key] ?? describeAny)(out, object, describing, version);
  return failed ?? out.text();
}

/** The version of which kubectl describes a kind, whichever was asked for. */
const describedVersions: Readonly<Record<string, string>> = { 'autoscaling/HorizontalPodAutoscaler': 'autoscaling/v2' };

const describers: Readonly<Record<string, Describe>> = {
  ...config,
  ...workloads,
  ...storage,
  ...network,
  ...access,
  ...limits,
  Pod: describePod,
  Node: describeNode,
  'autoscaling/HorizontalPodAutoscaler': alone(writeAutoscaler),
  'certificates.k8s.io/CertificateSigningRequest': describeSigningRequest,
};

/** Upstream: kubectl pkg/describe/describe.go genericDescriber. */
const describeAny = alone((out, object: ValueMap) => {
  writeNames(out, object);
  writeMetadata(out, object);
  writeContent(out, object);
});
