import { type Resource, type ResourceVersion, webhookEffect } from '@managed-fields/api-server';
import { shellWord } from '@managed-fields/foreign-text';
import { hasManagedFields, isMap, listAt, mapAt, stringAt, type ValueMap } from '@managed-fields/merge-engine';
import { needsOf } from '@managed-fields/scenario';
import { isDeduced, isPluralWritten } from '../deduced-kind.ts';
import type { Notice } from '../playback.ts';
import type { PlayState } from './play-state.ts';
import type { PlayedStep } from './played-step.ts';
import type { Target } from './target.ts';

/** The notices of a step: what the engine cannot know, beside those that playing it gave. */
export function noticesOf(played: PlayedStep): readonly Notice[] {
  const { step, text, target, shown } = played;
  const notices: Notice[] = [...played.notices];
  if (target !== undefined) notices.push(...deducedNotice(target.version));
  if (text.documents.length > 1 && needsOf[step.kind].text !== 'objects')
    notices.push({ code: 'several-documents', data: { count: String(text.documents.length) } });
  if (step.kind === 'live' && target !== undefined && shown !== undefined && !hasManagedFields(shown)) {
    const seen = wasRead(text.object) ? 'read' : 'written';
    notices.push({ code: 'no-managed-fields', data: { seen, command: getCommand(target) } });
  }
  const untracked = step.kind === 'live' && target !== undefined ? untrackedStatus(text.object, target) : [];
  if (untracked.length > 0) notices.push({ code: 'untracked-subresource', data: { managers: untracked.join(', ') } });
  const other = otherObject(played);
  if (other !== undefined && target !== undefined) {
    notices.push({ code: 'other-object', data: { object: placeName(target), other: placeName(other) } });
  }
  if (target !== undefined) notices.push(...modelNotices(target.version, played.after));
  notices.push(...webhookNotice(shown), ...calledNotice(played));
  return notices;
}

/** Whether a text has what only a server sets, so that it is no manifest. */
function wasRead(object: ValueMap | undefined): boolean {
  const metadata = mapAt(object, 'metadata');
  return ['uid', 'resourceVersion', 'creationTimestamp'].some((name) => stringAt(metadata, name) !== undefined);
}

/**
 * The object of the step before, where a request that was meant for it may have made another one of the same kind.
 * Undefined where nothing speaks for that.
 */
export function otherObject({ step, before, target, outcome }: PlayedStep): Target | undefined {
  const { target: last, object } = before;
  if (step.kind !== 'apply' && step.kind !== 'update') return undefined;
  if (outcome.status !== 'created' || last === undefined || object === undefined || target === undefined)
    return undefined;
  return last.version.resource === target.version.resource ? last : undefined;
}

function placeName({ namespace, name }: Target): string {
  return namespace === '' ? name : `${namespace}/${name}`;
}

/** The notice of webhooks that a server calls for the requests of a step, and of which nobody says what they do. */
function calledNotice({ sent, trace }: PlayedStep): readonly Notice[] {
  const traces = sent === undefined ? [trace] : sent.map((each) => each.trace);
  const names = traces.flatMap((each) =>
    (each?.webhooks ?? []).flatMap(({ name, type, failurePolicy, isSaid }) =>
      isSaid ? [] : [`${name} (${type}, failurePolicy: ${failurePolicy})`],
    ),
  );
  return names.length === 0 ? [] : [{ code: 'webhooks-called', data: { names: [...new Set(names)].join(', ') } }];
}

/** The notice that webhooks of a configuration are not called, because nobody says what they do. */
function webhookNotice(object: ValueMap | undefined): readonly Notice[] {
  if (!(stringAt(object, 'kind') ?? '').endsWith('WebhookConfiguration')) return [];
  const annotations = mapAt(mapAt(object, 'metadata'), 'annotations');
  const names = (listAt(object, 'webhooks') ?? []).filter(isMap).map((webhook) => stringAt(webhook, 'name') ?? '');
  const unsaid = names.filter((name) => !annotations?.has(`${webhookEffect}${name}`));
  if (unsaid.length === 0) return [];
  return [
    { code: 'webhook-not-called', data: { names: unsaid.join(', '), annotation: `${webhookEffect}${unsaid[0]}` } },
  ];
}

/** The notices of a kind: where its schema comes from, and what is not modelled of it. */
export function kindNotices(version: ResourceVersion, state: PlayState): readonly Notice[] {
  return [...deducedNotice(version), ...modelNotices(version, state)];
}

function deducedNotice(version: ResourceVersion): readonly Notice[] {
  if (!isDeduced(version)) return [];
  const { kind } = version.resource;
  return [{ code: 'deduced-schema', data: { kind, command: definitionCommand(version) } }];
}

function modelNotices(version: ResourceVersion, state: PlayState): readonly Notice[] {
  const { resource } = version;
  const unmodelled = resource.unmodelled.map(
    (table): Notice => ({ code: `unmodelled-${table}`, data: { kind: resource.kind } }),
  );
  return [...knownNotice(resource, state), ...schemaNotice(version), ...unmodelled];
}

/**
 * The notice that a kind is read by the known definition of a project, or by the schema that its server publishes; empty
 * for other kinds.
 */
export function knownNotice(resource: Resource, { known, published }: PlayState): readonly Notice[] {
  const publisher = published.get(resource);
  if (publisher !== undefined) {
    return [{ code: 'published-schema', data: { kind: resource.kind, release: publisher } }];
  }
  const of = known.get(resource);
  if (of === undefined) return [];
  const { project, release, keepsUnknown } = of;
  const code = keepsUnknown === true ? 'known-schema-lacks' : 'known-schema';
  return [{ code, data: { kind: resource.kind, project, release } }];
}

/**
 * The notices of a catalog that is made for a cluster: that its document could not be read, or that its release is none
 * of those that all is known of. Where the kind has none of our tables, nothing of it is of another version.
 */
function schemaNotice({ resource, apiVersion, schemaFrom }: ResourceVersion): readonly Notice[] {
  if (schemaFrom === undefined) return [];
  const { release, rules, isSame, document } = schemaFrom;
  const data = { kind: resource.kind, apiVersion, release, version: rules };
  if (document === 'unreadable') return [{ code: 'unreadable-schema', data }];
  if (isSame || resource.unmodelled.length === allTables) return [];
  return [{ code: document === 'read' ? 'cluster-schema' : 'nearest-schema', data }];
}

/** How many tables a kind has, for those that have none. */
const allTables = 3;

/**
 * The managers of Update entries that own nothing but status and name no subresource, although the kind has /status. A
 * server before 1.22 wrote them, or one whose kind had no /status yet.
 */
function untrackedStatus(object: ValueMap | undefined, { version }: Target): readonly string[] {
  if (version.subresources.get('status')?.kind !== 'status') return [];
  const entries = listAt(mapAt(object, 'metadata'), 'managedFields') ?? [];
  const managers = entries.flatMap((entry) => {
    if (!isMap(entry) || entry.get('operation') !== 'Update' || stringAt(entry, 'subresource')) return [];
    const owned = [...(mapAt(entry, 'fieldsV1')?.keys() ?? [])];
    return owned.length === 1 && owned[0] === 'f:status' ? [stringAt(entry, 'manager') ?? ''] : [];
  });
  return [...new Set(managers)];
}

/** The command that prints an object with its managedFields. A kind without a definition is named by its kind. */
export function getCommand({ version, namespace, name }: Target): string {
  const { group, plural, kind } = version.resource;
  const word = isDeduced(version) ? kind : plural;
  const place = namespace === '' ? '' : ` -n ${shellWord(namespace)}`;
  const resource = shellWord(group === '' ? word : `${word}.${group}`);
  return `kubectl get ${resource} ${shellWord(name)}${place} --show-managed-fields -o yaml`;
}

/**
 * The command that prints the definition of a kind that is missing here. Where the plural name is only a guess, the
 * command asks the server for the definition's name.
 */
function definitionCommand(version: ResourceVersion): string {
  const { group, kind, plural } = version.resource;
  if (isPluralWritten(version)) return `kubectl get crd ${shellWord(`${plural}.${group}`)} -o yaml`;
  const [ofGroup, ofKind] = [JSON.stringify(group), JSON.stringify(kind)];
  const isMeant = `{{if and (eq .spec.group ${ofGroup}) (eq .spec.names.kind ${ofKind})}}{{.metadata.name}}{{end}}`;
  return `kubectl get crd $(kubectl get crd -o ${shellWord(`go-template={{range .items}}${isMeant}{{end}}`)}) -o yaml`;
}
