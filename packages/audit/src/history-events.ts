import { isMap, mapAt, stringAt, type ValueMap } from '@managed-fields/merge-engine';
import type { AuditEvent } from './event.ts';
import type { KeptEvent } from './kept-events.ts';
import type { LogReader } from './log.ts';
import { isWrite, type ObjectKey, objectKey } from './log-objects.ts';
import { recordedRequest, wholeObject } from './request.ts';

/**
 * The events about an object in the order in which the server took them: by the time of the answer, and those that
 * wrote by the resourceVersion that they gave. A request that deletes a collection of its kind is among them.
 */
export function eventsOf(log: LogReader, key: ObjectKey): readonly KeptEvent[] {
  const found = log.events((event) => objectKey(event.object) === key || deletesAround(event, key));
  const byTime = found.toSorted((a, b) =>
    a.event.reached < b.event.reached ? -1 : a.event.reached > b.event.reached ? 1 : 0,
  );
  const numbered = byTime.flatMap((kept, place) => {
    const version = isWrite(kept.event) ? versionOf(kept.event) : undefined;
    return version === undefined ? [] : [{ kept, place, version }];
  });
  const places = numbered.map(({ place }) => place);
  const ordered = [...byTime];
  for (const [index, { kept }] of numbered.toSorted((a, b) => a.version - b.version).entries()) {
    ordered[places[index] ?? 0] = kept;
  }
  return ordered;
}

function deletesAround({ verb, object }: AuditEvent, key: ObjectKey): boolean {
  return verb === 'deletecollection' && key.startsWith(objectKey({ ...object, name: '' }));
}

function versionOf({ version }: AuditEvent): number | undefined {
  return /^\d{1,15}$/.test(version) ? Number(version) : undefined;
}

/**
 * The CustomResourceDefinition of an object's kind as the log has it, without what a server adds; none where it does not
 * have it. The last one counts.
 */
export function definitionsOf(log: LogReader, key: ObjectKey): readonly ValueMap[] {
  const [group = '', resource = ''] = key.split('/');
  const name = `/customresourcedefinitions//${resource}.${group}`;
  const events = group === '' ? [] : log.events(({ object }) => objectKey(object) === `apiextensions.k8s.io${name}`);
  const found = events.flatMap((kept) => {
    if ((kept.event.code ?? 0) >= 400) return [];
    const request = recordedRequest(kept);
    const sent = kept.event.verb === 'create' || kept.event.verb === 'update' ? request.body : undefined;
    const definition = wholeObject(request) ?? (isMap(sent) ? sent : undefined);
    return definition === undefined || !isMap(definition.get('spec') ?? null) ? [] : [definition];
  });
  const last = found.at(-1);
  return last === undefined ? [] : [bare(last)];
}

function bare(definition: ValueMap): ValueMap {
  const name = stringAt(mapAt(definition, 'metadata'), 'name') ?? '';
  return new Map([
    ['apiVersion', definition.get('apiVersion') ?? ''],
    ['kind', definition.get('kind') ?? ''],
    ['metadata', new Map([['name', name]])],
    ['spec', definition.get('spec') ?? null],
  ]);
}
