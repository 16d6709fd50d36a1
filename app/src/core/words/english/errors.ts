import type { ErrorCode, ErrorFacts } from '@managed-fields/reading';
import type { ErrorTool } from '@managed-fields/tools';
import { countOf, listOf } from './counting.ts';

/** The title of each error message. */
const titles: Readonly<Record<ErrorCode, string>> = {
  conflict: 'Conflict with other managers',
  'undeclared-field': 'A field that the schema does not have',
  'duplicate-key': 'Two items with the same key',
  'wrong-type': 'A value of the wrong type',
  'missing-key': 'An item without its key',
  'set-of-maps': 'An item that does not fit its list',
  'managed-fields-sent': 'managedFields in the configuration',
  'no-manager': 'No field manager',
  'bad-manager': 'A field manager that is not allowed',
  'unknown-field': 'An unknown or repeated field',
  'stale-version': 'Somebody else was faster',
  'no-resource-version': 'No resourceVersion',
  immutable: 'A field that cannot be changed',
  'union-leftover': 'Two fields that exclude each other',
  'duplicate-value': 'A value that must be unique',
  invalid: 'Refused by validation',
  'no-kind-match': 'An unknown kind',
  'unknown-patch-type': 'A patch that the kind does not take',
  'no-last-applied': 'No last-applied-configuration',
  'migration-failed': 'The annotation could not be handed over',
  'too-large': 'Too large',
  'gone-version': 'An API version that is gone',
  undecodable: 'A value that the kind cannot hold',
  malformed: 'Neither YAML nor JSON',
  'missing-merge-key': 'An item without its merge key',
  'hidden-duplicate': 'Two entries with the same key',
  forbidden: 'Not allowed',
  webhook: 'Denied by an admission webhook',
  'helm-busy': 'Helm is busy with this release',
  'not-found': 'Not found',
  'already-exists': 'It exists already',
};

const tools: Readonly<Record<ErrorTool, string>> = {
  kubectl: 'kubectl',
  'argo-cd': 'Argo CD',
  flux: 'Flux',
  helm: 'Helm',
  terraform: 'Terraform',
  'terraform-kubectl': 'Terraform (kubectl_manifest)',
  pulumi: 'Pulumi',
  log: 'a log',
  status: 'the server’s answer',
};

/** Error texts: what they mean, and a scenario made of them. */
export const errors = {
  titles,
  manager: 'Manager',
  fields: 'Fields',
  unknownText:
    'No message that is known here. Known are the messages of the API server and of kubectl about applies, updates and patches, with what Argo CD, Flux, Helm, Terraform and Pulumi write round them.',
  cutOff: 'The text was cut off: it counts more conflicts than it names.',
  scenarioTitle: 'A scenario of it',
  noScenario: 'No request alone leads to this message, so there is nothing to play.',
  reproduced: 'Played here, its last step ends in this very message.',
  notReproduced: 'Played here, it does not quite end in this message. Complete it with your object.',
  guessed: 'The message does not say the kind. If it is another one, change it in the steps.',
  placeholder: 'The kind is not built in; its definition is made up of these fields. Put the real one in its place.',
  complete: 'Values are placeholders: put yours in their place.',
  scenarioName,
  fromTool,
  explanation,
  advice,
  ownerSentence,
  kindSentence,
};

/** Returns the title of a scenario that is made of a message. */
function scenarioName({ code }: ErrorFacts): string {
  return titles[code];
}

/** Says which tool printed the message. */
function fromTool(tool: ErrorTool): string {
  return `as ${tools[tool]} printed it`;
}

/** Says which kind the scenario is about. */
function kindSentence(kind: string): string {
  return `About ${kind}.`;
}

/** Describes the owner that the conflict is with. */
function ownerSentence({ operation, subresource, apiVersion }: ErrorFacts['managers'][number]): string {
  const how = operation === 'Apply' ? 'by server-side apply' : 'by an update';
  const where = subresource === '' ? '' : ` through /${subresource}`;
  return `${how}${where}${apiVersion === '' ? '' : ` at ${apiVersion}`}`;
}

/** Explains a message. */
function explanation({ code, managers, fields, data }: ErrorFacts): string {
  const paths = listOf(fields.map(({ path }) => path));
  switch (code) {
    case 'conflict': {
      const count = managers.reduce((sum, manager) => sum + manager.paths.length, 0);
      const who = [...new Set(managers.map(({ manager }) => manager))];
      const own = who.length === 1 ? 'owns' : 'own';
      return `Your configuration wants other values for ${countOf(count, 'field')} that ${listOf(who)} ${own}. Nothing was written. A conflict is no failure of the server: it asks who should decide.`;
    }
    case 'undeclared-field':
      return `${paths}: the schema of this version has no such field. Applies are always checked against the schema, whatever --validate says. Mostly a misspelling, a wrong level of indentation, or a version that does not have it yet.`;
    case 'duplicate-key':
      return `${paths}: items of this list are told apart by their key, and two have the same. An apply refuses that, although the server may already store such duplicates from updates.`;
    case 'wrong-type':
      return `${paths}: the schema wants another type of value. In YAML a bare true, 1 or null is no text; quotes make it one.`;
    case 'missing-key':
      return `${paths}: items of this list are told apart by their key, and one lacks it.`;
    case 'set-of-maps':
      return `${paths}: the list is a set of plain values now, and an item is a map. It may have been a list of another type when it was written.`;
    case 'managed-fields-sent':
      return 'An apply may not carry metadata.managedFields. This happens when the output of kubectl get --show-managed-fields is applied as it is.';
    case 'no-manager':
      return 'An apply must say who applies: the query parameter fieldManager is missing or empty.';
    case 'bad-manager':
      return 'The name of a field manager has at most 128 bytes, all of them printable.';
    case 'unknown-field':
      return data['strict'] === 'false'
        ? `${paths}: the server warned and left the field out. With --validate=strict it refuses.`
        : `${paths}: with strict field validation the server refuses what the kind does not have, and what stands twice.`;
    case 'stale-version':
      return 'The request carried the resourceVersion of an older state, and the object has been written since. Server-side apply needs no resourceVersion and does not meet this.';
    case 'no-resource-version':
      return 'This kind takes no PUT without the resourceVersion that was read before.';
    case 'immutable':
      return `${paths} cannot change after the object was created. Ownership does not help here, and neither does force: somebody has to delete the object and create it anew.`;
    case 'union-leftover':
      return `${paths}: another field that you set excludes it, and it is still in the object. A default that nobody owns, or a field of another manager, is not removed by leaving it out of your configuration.`;
    case 'duplicate-value':
      return `${paths}: the value must be unique among the items. Often an item got a new key, such as another port number, and the old one stays because somebody else owns it, too.`;
    case 'invalid':
      return `${paths}: the merged object does not pass the validation of its kind. Field managers have nothing to do with it, unless the offending part belongs to another one.`;
    case 'no-kind-match':
      return `The server knows no kind ${data['kind'] ?? ''} in ${data['apiVersion'] ?? 'this version'}: its CRD is not installed, or the version is not served any more.`;
    case 'unknown-patch-type':
      return 'Custom resources take no strategic merge patches, and patches need a Content-Type that says what they are.';
    case 'no-last-applied':
      return 'The object was not created by kubectl apply, so client-side apply does not know what it may delete. It writes the annotation now; fields that are not in the file stay.';
    case 'migration-failed':
      return 'kubectl apply --server-side tried to take over the annotation of client-side apply and met a conflict. The apply itself went through.';
    case 'too-large':
      return 'The object is too large for etcd, or its annotations are: 262,144 bytes for all of them together. Client-side apply stores the whole configuration in one; server-side apply does not need it.';
    case 'gone-version':
      return 'An entry of managedFields names an API version that the CRD does not have any more, so the server cannot tell what it owns.';
    case 'undecodable':
      return 'A value does not fit into the type that the kind has for it.';
    case 'malformed':
      return 'The text could not be read. YAML wants spaces for indentation, never tabs.';
    case 'missing-merge-key':
      return `A strategic merge patch finds items by their key, ${data['key'] ?? ''}, and one lacks it.`;
    case 'hidden-duplicate':
      return 'Two entries of the list have the same key. The server keeps both, but a client-side apply or a patch may drop one.';
    case 'forbidden':
      return `RBAC does not allow the verb ${data['verb'] ?? ''} on ${data['resource'] ?? 'this resource'}. A server-side apply needs patch, and create for a new object.`;
    case 'webhook':
      return `The admission webhook ${data['webhook'] ?? ''} refused the request after the merge. Webhooks are not played here.`;
    case 'helm-busy':
      return 'A Helm operation on this release has not ended, or it was killed. This has nothing to do with field managers: see helm history, and helm rollback.';
    case 'not-found':
      return 'There is no such object. An apply would create it; a patch or an update does not.';
    case 'already-exists':
      return 'A create met an object of the same name. An apply would change it instead.';
  }
}

/**
 * Returns what can be done about a conflict, in the order of the documentation; empty for other messages, whose
 * explanation says it.
 */
function advice({ code, managers }: ErrorFacts): readonly string[] {
  if (code !== 'conflict') return [];
  const scaled = managers.some(({ subresource }) => subresource === 'scale');
  return [
    ...(scaled
      ? [
          'The replicas were set through /scale, as the HorizontalPodAutoscaler does. Leave them out of your configuration: then both work.',
        ]
      : []),
    'Leave the fields out: the other manager keeps them, and you no longer claim them.',
    'Take over the live values: you own the fields together, and neither can change them alone.',
    'Force: your values win, and you alone own the fields.',
  ];
}
