import type { AnnotatedText, FieldView, ManagerView, Notice, Unowned } from '@managed-fields/player';
import type { Outcome, StepKind } from '@managed-fields/scenario';
import { bytesOf, countOf, listOf } from './english-counting.ts';
import { unique } from './names.ts';

type Owner = Omit<ManagerView, 'fieldCount' | 'bytes'>;

/** What a kind of step is called. */
const kindNames: Readonly<Record<StepKind, string>> = {
  live: 'Live object',
  apply: 'Server-side apply',
  create: 'Create',
  update: 'Update',
  'merge-patch': 'Merge patch',
  'strategic-merge-patch': 'Strategic merge patch',
  'json-patch': 'JSON patch',
  scale: 'Scale',
  status: 'Status',
  reset: 'Reset managedFields',
  delete: 'Delete',
  crd: 'CRD',
  kubectl: 'kubectl command',
};

/** How a step ended, as a badge; a step that is switched off says `words.off` instead. */
const outcomeNames: Readonly<Record<Outcome['status'], string>> = {
  created: 'created',
  changed: 'changed',
  unchanged: 'unchanged',
  deleted: 'deleted',
  read: 'read',
  installed: 'installed',
  conflict: 'conflict',
  error: 'error',
  skipped: 'empty',
  'not-played': 'not played',
};

/** The state of a field in a word or two. */
const stateNames: Readonly<Record<FieldView['state'], string>> = {
  owned: 'one owner',
  shared: 'shared',
  atomic: 'through an atomic whole',
  unowned: 'nobody',
  absent: 'owned but absent',
};

/** The same where nobody owns it, with why. */
const unownedNames: Readonly<Record<Unowned, string>> = {
  identity: 'nobody: identity',
  default: 'nobody: default',
  system: 'nobody: system',
  status: 'nobody: status',
  untracked: 'nobody: untracked',
  unserved: 'nobody: old version',
  replaced: 'nobody: entry replaced',
  unknown: 'nobody',
};

/** What a static view of a scenario says, in English. */
export const english = {
  counting: { bytesOf, countOf, listOf },
  leftOut: {
    characters: (count: number) => `… ${count} more ${count === 1 ? 'character is' : 'characters are'} not drawn`,
    lines: (count: number) => `${count} more ${count === 1 ? 'line is' : 'lines are'} not drawn`,
    items: (count: number) => `${count} more ${count === 1 ? 'is' : 'are'} not listed`,
    editing: (count: number) => `This text is too long to be edited here: it has ${count} characters.`,
  },
  field: {
    owner: 'Owner',
    owners: 'Owners',
    state: 'State',
    stateNames,
    unownedNames,
    ownerSentence,
    ownerKind,
    ownerShort,
    timeSentence,
    stateName,
    stateSentence,
    hintSentence,
    ownersSentence,
    nobodySentence,
    ownedBy,
  },
  steps: {
    steps: 'Steps',
    step: 'Step',
    off: 'off',
    forced: 'force',
    previousStep: 'Previous step',
    nextStep: 'Next step',
    kindNames,
    outcomeNames,
    notPlayed: 'This command is not played here, so it changes nothing.',
    placeSentence,
  },
  conflict: {
    conflict: 'Conflict.',
    serverAnswers: (code: number) => `The server answers ${code}.`,
    kubectlExits: 'kubectl exits with an error.',
    field: 'Field',
    onServer: 'On the server',
    declares: 'declares',
    absentValue: 'absent',
    error: 'Refused.',
    warnings: 'Warnings',
    countSentence,
    ways: {
      overwrite: { name: 'Overwrite', text: 'Force: your values win.' },
      'give-up': { name: 'Give it up', text: 'Leave the fields out.' },
      share: { name: 'Share it', text: 'Declare the live values.' },
    },
  },
  legend: {
    legend: 'Managers',
    nobody: 'nobody',
    sizeSentence,
  },
  result: {
    stale: 'Not of this step: it failed. This is the last good result.',
    installedText: 'The definition is installed; steps after this one can use its kind.',
    noResultText: 'This step leaves no object to show.',
    foldedSentence,
    noticeSentence,
  },
  staticView: {
    openInPlayground: 'Open in playground',
    objectAfter: (place: number) => `The object after step ${place}`,
    declaredText: (place: number) => `What step ${place} sends`,
  },
};

/** How an owner came to own: `Apply · apps/v1 · 2026-01-01 00:00:04 UTC`. */
function ownerSentence(owner: Owner): string {
  return [`${owner.operation}${through(owner)}`, owner.apiVersion, timeSentence(owner)].join(' · ');
}

/** The part of an owner that tells it from others of the same name: `Update /scale`. */
function ownerKind(owner: Pick<Owner, 'operation' | 'subresource'>): string {
  return `${owner.operation}${owner.subresource === '' ? '' : ` /${owner.subresource}`}`;
}

/** An owner in short: its kind and when it wrote last. */
function ownerShort(owner: Pick<Owner, 'operation' | 'subresource' | 'time'>): string {
  return `${ownerKind(owner)} · ${owner.time === undefined ? 'no time' : timeSentence(owner)}`;
}

/** When an entry was written last. */
function timeSentence({ time, subresource }: Pick<Owner, 'time' | 'subresource'>): string {
  if (time !== undefined) return time.replace('T', ' ').replace('Z', ' UTC');
  return subresource === 'scale' ? 'no time: the server keeps none for /scale' : 'no time';
}

/** The state of a field in a word or two; why, where nobody owns it. */
function stateName({ state, why }: Pick<FieldView, 'state' | 'why'>): string {
  return why === undefined ? stateNames[state] : unownedNames[why];
}

/** What the state of a field means, in words. */
function stateSentence({ state, leaf, whole, path, atomicRoot, repeated, why }: FieldView): string {
  const together = 'One of several items of one key: owned and replaced together. ';
  const atomic = whole !== true ? '' : repeated ? together : 'Atomic: owned and replaced as a whole. ';
  switch (state) {
    case 'owned':
      if (atomic !== '') return `${atomic}One manager owns it.`;
      return leaf ? 'One manager owns it.' : 'One manager owns the entry itself, not what is inside.';
    case 'shared':
      return `${atomic}Shared: whoever changes it takes it over; it goes away only when nobody owns it.`;
    case 'atomic':
      if (repeated) return `Owned through ${atomicRoot}, one of several items of one key: owned together.`;
      return atomicRoot === undefined || atomicRoot === path
        ? 'Atomic: owned and replaced as a whole.'
        : `Owned through ${atomicRoot}, which is atomic: owned and replaced as a whole.`;
    case 'unowned':
      if (why !== undefined) return nobodySentence(why);
      return leaf ? 'Nobody owns it.' : 'Nobody owns it as such; the fields inside have owners of their own.';
    case 'absent':
      return 'Owned, but not in the object: emptied, or dropped when the object was stored.';
  }
}

/** Why nobody owns a field. */
function nobodySentence(why: Unowned): string {
  switch (why) {
    case 'identity':
      return 'Nobody owns it: it names the object, and names are never owned.';
    case 'default':
      return 'Nobody set it: the server’s default stands here.';
    case 'system':
      return 'Nobody set it: the server itself writes it.';
    case 'status':
      return 'Nobody was recorded for this part of the status.';
    case 'untracked':
      return 'The object has no managedFields, so nobody knows who set it.';
    case 'replaced':
      return 'Nobody owns it any more: a later entry has the same manager, operation, version and subresource, and the server keeps only that one.';
    case 'unserved':
      return 'Nobody owns it any more: its entry is of an API version that this kind no longer has, and the next write drops it.';
    case 'unknown':
      return 'Nobody owns it now: its entry may have been taken away, or the default is not known here.';
  }
}

/** Words after a line of the text. */
function hintSentence(
  kind: 'shared' | 'atomic' | 'subresource' | 'absent',
  about: FieldView,
  { managers, fields }: AnnotatedText,
): string {
  const owners = about.owners.flatMap((index) => managers[index] ?? []);
  switch (kind) {
    case 'shared':
      return `shared: ${listOf(unique(owners.map(({ manager }) => manager)))}`;
    case 'atomic':
      return about.repeated ? 'one of several of this key: owned together' : 'atomic: owned as a whole';
    case 'subresource':
      return owners.map(({ manager, subresource }) => `${manager} /${subresource}`).join(', ');
    case 'absent': {
      const inside = fields.filter(({ state, path }) => state === 'absent' && path.startsWith(about.path));
      const [first] = inside;
      const who = (first?.owners ?? []).flatMap((index) => managers[index]?.manager ?? []);
      const more = inside.length > 1 ? ` +${inside.length - 1}` : '';
      return `owned but absent: ${first?.path.slice(about.path.length) ?? ''}${more} (${listOf(unique(who))})`;
    }
  }
}

/** Who owns a line, for those who do not see colours: `owned by helm (Apply)`. */
function ownersSentence(owners: readonly Pick<ManagerView, 'manager' | 'operation' | 'subresource'>[]): string {
  if (owners.length === 0) return 'owned by nobody';
  return ownedBy(owners.map((owner) => `${owner.manager} (${ownerKind(owner)})`));
}

function through({ subresource }: Owner): string {
  return subresource === '' ? '' : ` through /${subresource}`;
}

/** Where the reader stands among the steps. */
function placeSentence(place: number, count: number, outcome: string | undefined): string {
  return `Step ${place} of ${count}${outcome === undefined ? '' : ` · ${outcome}`}`;
}

/** How much is in conflict, and with whom: `3 fields, with helm and ui`. */
function countSentence(count: number, managers: readonly string[]): string {
  return `${countOf(count, 'field')}, with ${listOf(managers)}`;
}

/** Counts and sizes: `7 fields · 312 B`. */
function sizeSentence({ fieldCount, bytes }: Pick<ManagerView, 'fieldCount' | 'bytes'>): string {
  return `${countOf(fieldCount, 'field')} · ${bytesOf(bytes)}`;
}

/** What stands for managedFields while it is folded. */
function foldedSentence(managers: readonly ManagerView[]): string {
  const bytes = managers.reduce((sum, manager) => sum + manager.bytes, 0);
  return `${countOf(managers.length, 'entry')}, ${bytesOf(bytes)}`;
}

/** What the engine cannot know, or what the object lacks. */
function noticeSentence({ code, data }: Notice): string {
  const kind = data['kind'] ?? 'this kind';
  switch (code) {
    case 'no-managed-fields':
      return 'This object has no managedFields, so nobody owns anything here. kubectl leaves them out unless it is asked; an object that was never written since Kubernetes 1.18 may have none:';
    case 'unmodelled-defaults':
      return `Defaults of ${kind} are not modelled: a real server adds fields that are missing here. Ownership is exact.`;
    case 'unmodelled-strategy':
      return `What a server resets or fills in for ${kind} is not modelled; ownership follows the schema alone.`;
    case 'unmodelled-validation':
      return `Validation of ${kind} is not modelled: a real server may refuse what passes here.`;
    case 'unmodelled-conversion':
      return `${kind} converts between its versions by a webhook, which is not called here.`;
    case 'known-schema':
      return `${kind} is read by the definition of ${data['project'] ?? ''} ${data['release'] ?? ''}. A definition in the scenario always wins.`;
    case 'known-schema-lacks':
      return `${kind} is read by the definition of ${data['project'] ?? ''} ${data['release'] ?? ''}, which lacks fields of this object: these are kept, with every list in them atomic. A definition in the scenario always wins.`;
    case 'published-schema':
      return `${kind} is read by the schema that the cluster (${data['release'] ?? ''}) publishes, as its CustomResourceDefinition could not be read. Conversion and the paths of /scale are unknown. A definition in the scenario always wins.`;
    case 'cluster-schema':
      return `${kind} is read by the schema of the cluster itself (${data['release'] ?? ''}); defaults and validation are those of ${data['version'] ?? ''}, the nearest version known here.`;
    case 'nearest-schema':
      return `The cluster’s own schema of ${data['apiVersion'] ?? ''} (${data['release'] ?? ''}) is not at hand: ${kind} is read as ${data['version'] ?? ''} has it, the nearest version known here.`;
    case 'unreadable-schema':
      return `The cluster’s own schema of ${data['apiVersion'] ?? ''} (${data['release'] ?? ''}) could not be read: ${kind} is read as ${data['version'] ?? ''} has it, the nearest version known here.`;
    case 'deduced-schema':
      return `The definition of ${kind} is missing. List types are read from the entries of managedFields; lists of which none tells count as atomic. Defaults and validation are unknown. This prints the definition:`;
    case 'several-documents':
      return `This text holds ${data['count'] ?? 'several'} documents; only the first counts.`;
    case 'list-of-objects':
      return 'A step is about one object. Split the list into steps, or leave one object in it.';
    case 'older-managed-fields':
      return `managedFields of ${data['managers'] || 'some entries'} is in the form of Kubernetes 1.16 (fields instead of fieldsV1); it is read as today’s.`;
    case 'untracked-subresource':
      return `${data['managers'] || 'Some managers'} wrote the status before the server recorded subresources (Kubernetes 1.22), or before this kind had /status: for it, that entry and one through /status are two owners.`;
    case 'unknown-kind':
      return `No kind ${kind} is known in ${data['apiVersion'] ?? 'this version'}. A CRD step before this one can define it.`;
    case 'no-name':
      return 'The text names no object: metadata.name is missing.';
    case 'no-object':
      return 'The text names no object, and no step before this one did.';
    case 'fields-left-out':
      return `This text has ${data['count'] ?? 'too many'} fields; owners are drawn on the first ${data['drawn'] ?? ''}.`;
    case 'problems-left-out':
      return `This text has ${data['count'] ?? 'too many'} problems; the first ${data['drawn'] ?? ''} are marked.`;
    case 'empty-text':
      return 'Nothing is written here yet.';
  }
}

/** Whose it is, in the middle of a sentence. */
function ownedBy(names: readonly string[]): string {
  return `owned by ${listOf(names)}`;
}
