import { compareStrings, listAt, mapAt, textAt, type Value } from '@managed-fields/merge-engine';
import { type Failure, isFailure } from './failure.ts';
import type { Flags } from './flags.ts';
import { printerOf } from './print.ts';
import { TabWriter } from './printing/tab-writer.ts';
import { review } from './review.ts';
import type { Session } from './session.ts';

/** `kubectl auth whoami`. Upstream: k8s.io/kubectl pkg/cmd/auth/whoami.go. */
export function runWhoami(session: Session, flags: Flags): Failure | undefined {
  const printer =
    flags.changed('output') || flags.changed('template') ? printerOf(session, flags, 'none', true) : undefined;
  if (isFailure(printer)) return printer;
  const got = review(
    session,
    'authentication.k8s.io/v1',
    'SelfSubjectReview',
    undefined,
    new Map([['userInfo', new Map()]]),
  );
  if (got.kind === 'failure') return got;
  if (printer !== undefined) return printer.print(got.object, '');
  const user = mapAt(mapAt(got.object, 'status'), 'userInfo');
  const writer = new TabWriter(session.out);
  writer.write('ATTRIBUTE\tVALUE\n');
  for (const [field, title] of [
    ['username', 'Username'],
    ['uid', 'UID'],
  ] as const) {
    const text = textAt(user, field);
    if (text !== '') writer.write(`${title}\t${text}\n`);
  }
  const groups = listAt(user, 'groups') ?? [];
  if (groups.length > 0) writer.write(`Groups\t[${groups.map(String).join(' ')}]\n`);
  const extra = mapAt(user, 'extra') ?? new Map<string, Value>();
  for (const name of [...extra.keys()].sort(compareStrings)) {
    writer.write(`Extra: ${name}\t[${(listAt(extra, name) ?? []).map(String).join(' ')}]\n`);
  }
  writer.flush();
  return undefined;
}
