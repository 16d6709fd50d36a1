import { formatJson, type ValueMap } from '@managed-fields/merge-engine';
import type { Session } from '../session.ts';
import { madeMap, type NodeMap, thawed } from './node.ts';
import type { Resource } from './resource.ts';

const domain = 'internal.config.kubernetes.io';

/**
 * A resource with the annotations in which kustomize keeps what it remembers of it, as some of its errors show them.
 * Upstream: kustomize api/internal/utils/annotations.go.
 */
export function withNotes(resource: Resource): ValueMap {
  const notes: readonly (readonly [string, string])[] = [
    ['generatorBehavior', resource.isGenerated ? resource.behavior : ''],
    ['needsHashSuffix', resource.needsHash ? 'enabled' : ''],
    ['prefixes', resource.prefixes.join(',')],
    ['previousKinds', resource.former.map(({ kind }) => kind).join(',')],
    ['previousNames', resource.former.map(({ name }) => name).join(',')],
    ['previousNamespaces', resource.former.map(({ namespace }) => namespace).join(',')],
    ['suffixes', resource.suffixes.join(',')],
  ];
  const node = thawed(resource.node) as NodeMap;
  for (const [name, text] of notes) {
    if (text !== '') madeMap(madeMap(node, 'metadata'), 'annotations').set(`${domain}/${name}`, text);
  }
  return node;
}

/** The resource in YAML. */
export function printedWithNotes(session: Session, resource: Resource): string {
  return session.host.printYaml(withNotes(resource));
}

/** The resource in JSON, on one line. */
export function jsonWithNotes(resource: Resource): string {
  return formatJson(withNotes(resource), { sortKeys: true });
}
