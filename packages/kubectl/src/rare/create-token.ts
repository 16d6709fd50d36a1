import { pathOf } from '@managed-fields/api-server';
import { mapFromPlain } from '@managed-fields/merge-engine';
import { nameProblem } from '../client.ts';
import { type Failure, fail, failureOf, notPlayed } from '../failure.ts';
import { durationOf, type Flags } from '../flags.ts';
import { usageFailure } from '../options.ts';
import { printerOf } from '../print.ts';
import { type Session, userAgentOf } from '../session.ts';

const kinds = ['Node', 'Pod', 'Secret'];

/**
 * `kubectl create token`. The request is sent and its refusals are told; a token needs the key of a server, so that what would be printed then
 * is not played. Upstream: k8s.io/kubectl pkg/cmd/create/create_token.go.
 */
export function runCreateToken(session: Session, flags: Flags): Failure | undefined {
  const named = flags.beforeDash ?? flags.args.length;
  if (named !== 1) return usageFailure('kubectl create token', `exactly one NAME is required, got ${named}`);
  const [name = ''] = flags.args;
  const printer = printerOf(session, flags, 'none', true);
  if ('kind' in printer) return printer;
  const wrong = wrongOption(flags, name);
  if (wrong !== undefined) return fail(wrong);
  const seconds = durationOf(flags.text('duration')) / 1e9;
  const kind = flags.text('bound-object-kind');
  const uid = flags.text('bound-object-uid');
  const ref = { kind, apiVersion: 'v1', name: flags.text('bound-object-name'), ...(uid === '' ? {} : { uid }) };
  const body = mapFromPlain({
    apiVersion: 'authentication.k8s.io/v1',
    kind: 'TokenRequest',
    metadata: {},
    spec: {
      audiences: flags.changed('audience') ? flags.list('audience') : null,
      expirationSeconds: seconds > 0 ? seconds : null,
      boundObjectRef: kind === '' ? null : ref,
    },
    status: { token: '', expirationTimestamp: null },
  });
  const version = session.catalog.find('', 'v1', 'serviceaccounts');
  if (version === undefined) return fail('the server could not find the requested resource');
  const problem = nameProblem(name);
  if (problem !== undefined) return fail(`failed to create token: ${problem}`);
  const answer = session.send({
    method: 'POST',
    path: pathOf({ version, namespace: session.namespace, name }, 'token'),
    query: new Map(),
    contentType: 'application/vnd.kubernetes.protobuf',
    body: { kind: 'value', value: body, duplicates: [] },
    userAgent: userAgentOf(session.host),
  });
  if (answer.code >= 400) return fail(`failed to create token: ${failureOf(answer.body).message}`);
  return notPlayed({ kind: 'token' });
}

function wrongOption(flags: Flags, name: string): string | undefined {
  const [kind, bound, uid] = ['kind', 'name', 'uid'].map((each) => flags.text(`bound-object-${each}`));
  const duration = durationOf(flags.text('duration'));
  if (name === '') return 'service account name is required';
  if (duration < 0) return '--duration must be greater than or equal to 0';
  if (duration % 1e9 !== 0) return '--duration cannot be expressed in units less than seconds';
  if (flags.list('audience').includes('')) return '--audience must not be an empty string';
  if (kind === '') {
    const [alone] = [bound === '' ? '' : 'name', uid === '' ? '' : 'uid'].filter((each) => each !== '');
    return alone && `--bound-object-${alone} can only be set if --bound-object-kind is provided`;
  }
  if (!kinds.includes(kind ?? '')) return `supported --bound-object-kind values are ${kinds.join(', ')}`;
  return bound === '' ? '--bound-object-name is required if --bound-object-kind is provided' : undefined;
}
