import {
  isMap,
  listAt,
  mapAt,
  quote,
  stringAt,
  type Value,
  type ValueMap,
  withEntry,
} from '@managed-fields/merge-engine';
import { get, replace } from '../client.ts';
import { isInfo } from '../documents.ts';
import { type Failure, fail, isFailure, together } from '../failure.ts';
import type { Flags } from '../flags.ts';
import type { Info } from '../info.ts';
import { groupKindText } from '../mapping.ts';
import { printerOf } from '../print.ts';
import { namesNothing, select } from '../selection.ts';
import type { Session } from '../session.ts';

/** What a request becomes, and what its condition says. */
interface Verdict {
  readonly type: string;
  /** The condition that must not be there. */
  readonly opposite: string;
  readonly reason: string;
  readonly message: string;
  readonly done: string;
}

const verdicts = {
  approve: {
    type: 'Approved',
    opposite: 'Denied',
    reason: 'KubectlApprove',
    message: 'This CSR was approved by kubectl certificate approve.',
    done: 'approved',
  },
  deny: {
    type: 'Denied',
    opposite: 'Approved',
    reason: 'KubectlDeny',
    message: 'This CSR was denied by kubectl certificate deny.',
    done: 'denied',
  },
} as const satisfies Readonly<Record<string, Verdict>>;

const handled = 'CertificateSigningRequest.certificates.k8s.io';

/** `kubectl certificate approve` and `deny`. Upstream: k8s.io/kubectl pkg/cmd/certificates/certificates.go. */
export function runCertificate(command: keyof typeof verdicts) {
  return (session: Session, flags: Flags): Failure | undefined => {
    const printer = printerOf(session, flags, 'none');
    if (isFailure(printer)) return printer;
    if (namesNothing(flags)) {
      return fail('one or more CSRs must be specified as <name> or -f <filename>');
    }
    const verdict = verdicts[command];
    const args = flags.args.map((name) => (name.includes('/') ? name : `certificatesigningrequests/${name}`));
    const selected = select(session, flags, { args, latest: true, withoutNamespace: true });
    if (isFailure(selected)) return selected;
    const failures: Failure[] = [];
    let found = 0;
    for (const info of selected.visit()) {
      const failed = isInfo(info) ? judge(session, flags, info, verdict) : info;
      if (failed === undefined) found++;
      const printed = failed ?? (isInfo(info) ? printer.print(info.object ?? new Map(), verdict.done) : undefined);
      if (printed !== undefined) failures.push(printed);
    }
    if (found === 0 && failures.length === 0) session.out('No resources found\n');
    return together(failures);
  };
}

/** Adds the condition to the object as the server has it now. Upstream: certificates.go modifyCertificateCondition, addConditionIfNeeded. */
function judge(session: Session, flags: Flags, info: Info, verdict: Verdict): Failure | undefined {
  const kind = groupKindText(info.version);
  if (kind !== handled) return fail(`can only handle ${handled} objects, got ${kind}`);
  const got = get(session, info);
  if (got.kind === 'failure') return got;
  const conditions = listAt(mapAt(got.object, 'status'), 'conditions') ?? [];
  const types = conditions.filter(isMap).map((each) => stringAt(each, 'type'));
  if (types.includes(verdict.opposite)) {
    return fail(`certificate signing request ${quote(info.name)} is already ${verdict.opposite}`);
  }
  const has = types.includes(verdict.type);
  if (has && !flags.truth('force')) return undefined;
  const sent = has ? got.object : withCondition(got.object, verdict, session.now);
  const answer = replace(session, info, sent, { subresource: 'approval', protobuf: true });
  return answer.kind === 'failure' ? answer : undefined;
}

function withCondition(object: ValueMap, { type, reason, message }: Verdict, now: string): ValueMap {
  const status = mapAt(object, 'status');
  const added = new Map<string, Value>([
    ['type', type],
    ['status', 'True'],
    ['reason', reason],
    ['message', message],
    ['lastUpdateTime', now],
    ['lastTransitionTime', null],
  ]);
  const all: readonly Value[] = [...(listAt(status, 'conditions') ?? []), added];
  return withEntry(object, 'status', withEntry(status ?? new Map(), 'conditions', all));
}
