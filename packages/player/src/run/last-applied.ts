import {
  type Atom,
  explainOwnership,
  lastAppliedAnnotation,
  mapAt,
  mapFromJson,
  stringAt,
  type ValueMap,
} from '@managed-fields/merge-engine';

/** The path of the last-applied annotation, as messages print it. */
export const lastAppliedPath = `.metadata.annotations.${lastAppliedAnnotation}`;

/** The text of an object's last-applied annotation; undefined where it has none. */
export function lastAppliedText(object: ValueMap): string | undefined {
  return stringAt(mapAt(mapAt(object, 'metadata'), 'annotations'), lastAppliedAnnotation);
}

/** The configuration in the text of a last-applied annotation; undefined where there is none or it cannot be read. */
export function readLastApplied(text: string | undefined): ValueMap | undefined {
  return mapFromJson(text);
}

/**
 * The paths of the fields that a configuration declares, as messages print them. Keys of items that the configuration
 * leaves out have their defaults.
 */
export function declaredFields(config: ValueMap | undefined, type: Atom): ReadonlySet<string> {
  return new Set(config === undefined ? [] : explainOwnership(config, { type }).fields.map(({ text }) => text));
}
