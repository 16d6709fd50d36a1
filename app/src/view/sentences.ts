import type {
  AnnotatedText,
  ConflictFieldView,
  FieldView,
  ManagerView,
  MigrationView,
  Notice,
  StuckFields,
  ThreeWayRow,
  WayOut,
} from '@managed-fields/scenario';
import type { LinkFailure } from '@managed-fields/share-link';

// Codes and data in, sentences out. Beside `words.ts` the only prose of the page.

type Owner = Omit<ManagerView, 'fieldCount' | 'bytes'>;

/** How an owner came to own: `Apply · apps/v1 · 2026-01-01 00:00:04 UTC`. */
export function ownerSentence(owner: Owner): string {
  return [`${owner.operation}${through(owner)}`, owner.apiVersion, timeSentence(owner)].join(' · ');
}

/** The same where there is little room: `Update /scale · 2026-01-01 00:00:04 UTC`. */
export function ownerShort(owner: Owner): string {
  return `${ownerKind(owner)} · ${owner.time === undefined ? 'no time' : timeSentence(owner)}`;
}

/** The part of an owner that tells it from others of the same name: `Update /scale`. */
export function ownerKind(owner: Pick<Owner, 'operation' | 'subresource'>): string {
  return `${owner.operation}${owner.subresource === '' ? '' : ` /${owner.subresource}`}`;
}

/** When an entry was written last. */
export function timeSentence({ time, subresource }: Pick<Owner, 'time' | 'subresource'>): string {
  if (time !== undefined) return time.replace('T', ' ').replace('Z', ' UTC');
  return subresource === 'scale' ? 'no time: the server keeps none for /scale' : 'no time';
}

/** What the state of a field means, in words. */
export function stateSentence({ state, leaf, whole, path, atomicRoot }: FieldView): string {
  const atomic = whole === true ? 'Atomic: owned and replaced as a whole. ' : '';
  switch (state) {
    case 'owned':
      if (atomic !== '') return `${atomic}One manager owns it.`;
      return leaf ? 'One manager owns it.' : 'One manager owns the entry itself, not what is inside.';
    case 'shared':
      return `${atomic}Shared: whoever changes it takes it over; it goes away only when nobody owns it.`;
    case 'atomic':
      return atomicRoot === undefined || atomicRoot === path
        ? 'Atomic: owned and replaced as a whole.'
        : `Owned through ${atomicRoot}, which is atomic: owned and replaced as a whole.`;
    case 'unowned':
      return leaf
        ? 'Nobody set it: a default, a system field, or part of the object’s identity.'
        : 'Nobody owns it as such; the fields inside have owners of their own.';
    case 'absent':
      return 'Owned, but not in the object: emptied, or dropped when the object was stored.';
  }
}

/** Words after a line of the text. */
export function hintSentence(
  kind: 'shared' | 'atomic' | 'subresource',
  field: FieldView,
  { managers }: AnnotatedText,
): string {
  const owners = field.owners.flatMap((index) => managers[index] ?? []);
  switch (kind) {
    case 'shared':
      return `shared: ${listOf(unique(owners.map(({ manager }) => manager)))}`;
    case 'atomic':
      return 'atomic: owned as a whole';
    case 'subresource':
      return owners.map(({ manager, subresource }) => `${manager} /${subresource}`).join(', ');
  }
}

/** Who owns a line, for those who do not see colours: `owned by helm (Apply)`. */
export function ownersSentence(owners: readonly Pick<ManagerView, 'manager' | 'operation' | 'subresource'>[]): string {
  if (owners.length === 0) return 'owned by nobody';
  return `owned by ${listOf(owners.map((owner) => `${owner.manager} (${ownerKind(owner)})`))}`;
}

/** What the editor's hover says of a field: its path, then a line an owner. */
export function hoverLines(field: FieldView, { managers }: AnnotatedText): readonly string[] {
  const owners = field.owners.flatMap((index) => managers[index] ?? []);
  return [field.path, ...owners.map((owner) => `${owner.manager}\n${ownerSentence(owner)}`), stateSentence(field)];
}

/** The line of the step's text that conflicts. */
export function conflictHint({ owner, live }: ConflictFieldView): string {
  return live === undefined ? `${owner.manager} owns it` : `${owner.manager} has ${live}`;
}

/** What happens to one field on each way out; in few words where it is one of several. */
export function waySentence(way: WayOut, { owner, ...field }: ConflictFieldView, alone: boolean): string {
  const live = short(field.live ?? 'absent');
  const declared = short(field.declared ?? 'absent');
  if (!alone) return way === 'overwrite' ? `${live} → ${declared}` : live;
  switch (way) {
    case 'overwrite':
      return `${live} → ${declared}, ${owner.manager} loses it`;
    case 'give-up':
      return `${live} stays, owned by ${owner.manager}`;
    case 'share':
      return `${live}, owned with ${owner.manager}`;
  }
}

/** The end of a long value says more than its beginning: images and paths differ there. */
function short(value: string): string {
  return value.length > 20 ? `…${value.slice(-18)}` : value;
}

/** Counts and sizes: `7 fields · 312 B`. */
export function sizeSentence({ fieldCount, bytes }: Pick<ManagerView, 'fieldCount' | 'bytes'>): string {
  return `${countOf(fieldCount, 'field')} · ${bytesOf(bytes)}`;
}

/** A number with its noun. */
export function countOf(count: number, noun: 'field' | 'entry' | 'step' | 'conflict'): string {
  const plural = noun === 'entry' ? 'entries' : `${noun}s`;
  return `${count} ${count === 1 ? noun : plural}`;
}

/** Bytes as people read them. */
export function bytesOf(bytes: number): string {
  return bytes < 1000 ? `${bytes} B` : `${(bytes / 1000).toFixed(1)} KB`;
}

/** What stands for managedFields while it is folded. */
export function foldedSentence(managers: readonly ManagerView[]): string {
  const bytes = managers.reduce((sum, manager) => sum + manager.bytes, 0);
  return `${countOf(managers.length, 'entry')}, ${bytesOf(bytes)}`;
}

/** What the engine cannot know, or what the object lacks. An unknown code is shown as it is, never hidden. */
export function noticeSentence({ code, data }: Notice): string {
  const kind = data['kind'] ?? 'this kind';
  switch (code) {
    case 'no-managed-fields':
      return 'This object has no managedFields, so nobody owns anything here. kubectl leaves them out unless it is asked:';
    case 'unmodelled-defaults':
      return `Defaults of ${kind} are not modelled: a real server adds fields that are missing here. Ownership is exact.`;
    case 'unmodelled-strategy':
      return `What a server resets or fills in for ${kind} is not modelled; ownership follows the schema alone.`;
    case 'unmodelled-validation':
      return `Validation of ${kind} is not modelled: a real server may refuse what passes here.`;
    case 'unmodelled-rules':
      return `The validation rules of ${kind} (x-kubernetes-validations) are not evaluated here.`;
    case 'unmodelled-conversion':
      return `${kind} converts between its versions by a webhook, which is not called here.`;
    case 'deduced-schema':
      return `No schema is known for ${kind}: types are deduced from the object, every list is atomic.`;
    case 'several-documents':
      return `This text holds ${data['count'] ?? 'several'} documents; only the first counts.`;
    case 'cel-not-modelled':
      return 'This definition has validation rules (x-kubernetes-validations). They are not evaluated here.';
    case 'older-managed-fields':
      return `managedFields of ${data['managers'] || 'some entries'} is in the form of Kubernetes 1.16 (fields instead of fieldsV1); it is read as today’s.`;
    case 'unknown-kind':
      return `No kind ${kind} is known in ${data['apiVersion'] ?? 'this version'}. A CRD step before this one can define it.`;
    case 'no-name':
      return 'The text names no object: metadata.name is missing.';
    case 'no-object':
      return 'The text names no object, and no step before this one did.';
    case 'empty-text':
      return 'Nothing is written here yet.';
    default:
      return [code, ...Object.entries(data).map(([key, value]) => `${key}: ${value}`)].join(' · ');
  }
}

/** Why a link could not be opened, and what can be done. */
export function linkSentence({ code, length, limit, version, codec }: LinkFailure): string {
  switch (code) {
    case 'cut-off':
      return 'This link was cut off: its end is missing. Ask for it again, as a file or in a message that keeps long links whole.';
    case 'altered':
      return 'This link was changed on its way: its checksum does not fit. Ask for it again.';
    case 'too-long':
      return `This link is too long: ${length ?? 'more'} characters, at most ${limit ?? 65536} are read.`;
    case 'too-large':
      return `What this link holds is too large to open${limit === undefined ? '' : ` (more than ${bytesOf(limit)})`}.`;
    case 'newer-version':
      return `This link was made by a newer version of the playground${version === undefined ? '' : ` (form ${version})`}. Reload the page to get it.`;
    case 'unknown-codec':
      return `This link is packed in a way that this version does not know (${codec ?? '?'}). Reload the page to get the newest.`;
    case 'not-a-scenario':
      return 'This link is intact, but what it holds is not a scenario.';
    case 'not-a-link':
      return 'This address holds no scenario: what stands after # is not a link of the playground.';
  }
}

/** Why a scenario cannot be put into a link. */
export function unshareableSentence({ code, length, limit }: LinkFailure): string {
  switch (code) {
    case 'too-long':
      return `Too large for a link: it would take ${length ?? 'more'} characters, at most ${limit ?? 65536} fit. The draft is kept in this browser.`;
    case 'too-large':
      return `Too large for a link${limit === undefined ? '' : ` (more than ${bytesOf(limit)})`}. The draft is kept in this browser.`;
    default:
      return 'This scenario cannot be put into a link.';
  }
}

/** Why an example could not be opened. */
export function exampleSentence(name: string, reason: 'missing' | 'broken' | 'offline'): string {
  switch (reason) {
    case 'missing':
      return `There is no example called “${name}”.`;
    case 'broken':
      return `The example “${name}” could not be read.`;
    case 'offline':
      return `The example “${name}” could not be loaded. Is the network there?`;
  }
}

/** That a draft was deleted. */
export function deletedSentence(title: string): string {
  return title === '' ? 'The draft was deleted.' : `The draft “${title}” was deleted.`;
}

/** That the draft is not being kept. */
export function storageSentence(reason: 'blocked' | 'full'): string {
  return reason === 'full'
    ? 'This browser’s storage is full: the draft is kept in the address and on screen only.'
    : 'This browser blocks storage: the draft is kept in the address and on screen only.';
}

/** Why a client-side apply does what it does with a field. */
export function effectSentence({ effect, original, current, drifted, owners }: ThreeWayRow): string {
  switch (effect) {
    case 'added':
      return original === undefined ? 'new in the file' : 'applied before and gone since: written again';
    case 'set':
      if (!drifted) return original === undefined ? 'new in the file, over the live value' : 'the file changed it';
      return `the file says the same as last time, the object says ${current ?? 'nothing'}: set back`;
    case 'deleted':
      return 'applied last time and no longer in the file';
    case 'kept':
      return 'the object already has it';
    case 'left-alone': {
      if (owners.length === 0) return 'in no file, so apply leaves it: a default';
      return `${listOf(owners)} set it and apply never did, so its absence from the file says nothing`;
    }
  }
}

/** What the layer of the last-applied annotation draws. */
export function lastAppliedSentence(count: number): string {
  return `what client-side apply believes it owns: ${countOf(count, 'field')} in last-applied-configuration`;
}

/** What a migration is about. */
export function migrationSentence({ object, manager, forced }: MigrationView): string {
  const taken = `${manager} takes ${object} over from client-side apply.`;
  return forced ? `Refused for conflicts. With --force-conflicts: ${taken}` : taken;
}

/** How to be rid of fields that another entry keeps. */
export function freeSentence({ fields, fieldCount }: StuckFields): string {
  const more = fieldCount - fields.length;
  const also = more > 0 ? `, which also frees the ${countOf(more, 'field')} more that it owns` : '';
  return [
    'To be rid of it, apply it with another value and --force-conflicts, then apply without it.',
    `Or apply it with its live value, drop the entry${also}, then apply without it.`,
  ].join(' ');
}

/** The command that drops an entry of managedFields. */
export function dropCommand({ object }: MigrationView, { drop }: StuckFields): string {
  const [kind = '', name = ''] = object.split(' ');
  return `kubectl patch ${kind.toLowerCase()} ${name} --type=json -p '${drop.trim().replaceAll("'", "'\\''")}'`;
}

/** How client-side apply can have the object again. */
export function wayBackSentence({ annotated }: MigrationView): string {
  return annotated
    ? 'kubectl apply without --server-side: last-applied-configuration is still there, so what leaves the file is still deleted.'
    : 'last-applied-configuration is gone, for only the manager kubectl keeps it. Write it first with kubectl apply set-last-applied --create-annotation, then kubectl apply without --server-side; else what has left the file by then is not deleted.';
}

/** The accessible name of the editor of a command's file. */
export function fileLabel(name: string): string {
  return `YAML of file ${name}. Ctrl+M switches whether Tab moves the focus.`;
}

/** Where the reader stands among the steps. */
export function placeSentence(place: number, count: number, outcome: string | undefined): string {
  return `Step ${place} of ${count}${outcome === undefined ? '' : ` · ${outcome}`}`;
}

/** The accessible name of a code view or an editor. */
export function editorLabel(place: number, kind: string, manager: string | undefined): string {
  const by = manager === undefined ? '' : ` by ${manager}`;
  return `YAML of step ${place}, ${kind}${by}. Ctrl+M switches whether Tab moves the focus.`;
}

function through({ subresource }: Owner): string {
  return subresource === '' ? '' : ` through /${subresource}`;
}

function unique(names: readonly string[]): readonly string[] {
  return [...new Set(names)];
}

function listOf(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
}
