import { mapAt, textAt, type Value, type ValueMap } from '@managed-fields/merge-engine';
import { listAccess } from './access-list.ts';
import { exitSilently, type Failure, fail } from './failure.ts';
import type { Flags } from './flags.ts';
import { resourceMeant } from './mapping.ts';
import { partsOf } from './parts-of.ts';
import { review } from './review.ts';
import type { Session } from './session.ts';

const resourceVerbs: ReadonlySet<string> = new Set(
  'get,list,watch,create,update,patch,delete,deletecollection,use,bind,impersonate,*,approve,sign,escalate,attest'.split(
    ',',
  ),
);
const urlVerbs: ReadonlySet<string> = new Set('get,put,post,head,options,delete,patch,*'.split(','));

/** What is asked about: a resource, or a path. */
interface Asked {
  readonly group: string;
  readonly resource: string;
  readonly name: string;
  readonly namespaced: boolean;
}

/**
 * `kubectl auth can-i`, by a review: whoever acts may do all.
 * Upstream: k8s.io/kubectl pkg/cmd/auth/cani.go.
 */
export function runCanI(session: Session, flags: Flags): Failure | undefined {
  if (flags.truth('list')) {
    if (flags.args.length > 0) return fail('list option must be specified with no arguments');
    if (flags.truth('quiet') || flags.truth('all-namespaces') || flags.text('subresource') !== '') {
      return fail("list option can't be specified with neither quiet, all-namespaces nor subresource options");
    }
    return listAccess(session, flags);
  }
  const [verb = '', what = '', ...more] = flags.args;
  if (flags.args.length < 2 || more.length > 0) {
    return fail(
      "you must specify two arguments: verb resource or verb resource/resourceName.\nSee 'kubectl auth can-i -h' for help and examples.",
    );
  }
  const isPath = what.startsWith('/');
  const asked = isPath ? undefined : resourceOf(session, what);
  const problem = validate(session, flags, verb, asked);
  if (problem !== undefined) return problem;
  const attributes = new Map<string, Value>(
    asked === undefined
      ? [
          ['path', what],
          ['verb', verb],
        ]
      : attributesOf(session, flags, verb, asked),
  );
  const spec: ValueMap = new Map([[asked === undefined ? 'nonResourceAttributes' : 'resourceAttributes', attributes]]);
  const status: ValueMap = new Map([['allowed', false]]);
  const got = review(session, 'authorization.k8s.io/v1', 'SelfSubjectAccessReview', spec, status);
  if (got.kind === 'failure') return got;
  const answer = mapAt(got.object, 'status');
  const isAllowed = answer?.get('allowed') === true;
  const why = ['reason', 'evaluationError'].map((name) => textAt(answer, name)).filter((text) => text !== '');
  const text = isAllowed ? 'yes' : ['no', ...why].join(' - ');
  if (!flags.truth('quiet')) session.out(`${text}\n`);
  return isAllowed ? undefined : exitSilently(1);
}

function attributesOf(
  session: Session,
  flags: Flags,
  verb: string,
  asked: Asked,
): readonly (readonly [string, string])[] {
  const namespace = flags.truth('all-namespaces') ? '' : session.namespace;
  const all: readonly (readonly [string, string])[] = [
    ['group', asked.group],
    ['name', asked.name],
    ['namespace', namespace],
    ['resource', asked.resource],
    ['subresource', flags.text('subresource')],
    ['verb', verb],
  ];
  return all.filter(([, text]) => text !== '');
}

/** Upstream: resourceFor. A resource that is not known is asked about as it is written. */
function resourceOf(session: Session, what: string): Asked {
  const slash = what.indexOf('/');
  const type = slash < 0 ? what : what.slice(0, slash);
  const name = slash < 0 ? '' : what.slice(slash + 1);
  if (type === '*') return { group: '', resource: type, name, namespaced: true };
  const { catalog } = session;
  const meant = resourceMeant(
    catalog.names(),
    type.toLowerCase(),
    (names, version) => catalog.find(names.group, version, names.plural) !== undefined,
  );
  if (meant !== undefined) {
    const { group, plural, namespaced } = meant.names;
    return { group, resource: plural, name, namespaced };
  }
  const [resource, ...group] = partsOf(type.toLowerCase(), '.');
  if (!['users', 'groups'].includes(type.toLowerCase())) {
    const within = group.length === 0 ? '' : ` in group '${group.join('.')}'`;
    session.err(`Warning: the server doesn't have a resource type '${resource}'${within}\n\n`);
  }
  return { group: '', resource: type, name, namespaced: true };
}

/** Upstream: Validate. */
function validate(session: Session, flags: Flags, verb: string, asked: Asked | undefined): Failure | undefined {
  if (asked === undefined) {
    if (flags.text('subresource') !== '') return fail('--subresource can not be used with NonResourceURL');
    if (!urlVerbs.has(verb)) session.err(`Warning: verb '${verb}' is not a known verb\n\n`);
  } else if (!flags.truth('all-namespaces')) {
    const { namespaced, group, resource } = asked;
    const within = group === '' ? '' : ` in group '${group}'`;
    if (!namespaced) session.err(`Warning: resource '${resource}' is not namespace scoped${within}\n\n`);
    if (!resourceVerbs.has(verb)) session.err(`Warning: verb '${verb}' is not a known verb\n\n`);
  }
  return flags.truth('no-headers') ? fail('--no-headers cannot be set without --list specified') : undefined;
}
