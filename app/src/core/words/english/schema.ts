import type {
  FieldType,
  KindName,
  KnownRelease,
  MarkerView,
  SchemaFieldView,
  StrategicView,
  Treatment,
} from '@managed-fields/player';
import { listOf } from './counting.ts';

/** The schema of a kind: in its dialog, and in hover and completion of the editor. */
export const schema = {
  lens: 'Schema',
  openLens: 'Look into the schema of a kind',
  lensWords: 'crd openapi list type map keys default merge atomic marker',
  lookAround,
  kind: 'Kind',
  kindHint: 'Deployment, Service, …',
  customKinds: 'From definitions',
  kindOption,
  byDefinition,
  pasteCrd: 'Paste a CRD',
  pastedLabel: 'A CustomResourceDefinition, as YAML or JSON',
  pastedHint: 'apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\n…',
  useCrd: 'Look into it',
  backToKinds: 'Back to the kinds',
  refused: 'The server would refuse this definition:',
  noDefinition: 'There is no CustomResourceDefinition in this text.',
  unknownKind: 'No server here knows this kind.',
  filter: 'Find a field or a marker',
  filterHint: 'ports, atomic, listMapKey=name, .spec.template…',
  treeOf,
  loading: 'Looking…',
  noneFound: 'No field has this in its name or its markers.',
  moreFound: 'There are more; a longer word finds fewer.',
  foundSentence,
  pickField: 'Choose a field to read what the schema says of it.',
  eachItem: 'each item',
  eachValue: 'each value',
  required: 'required',
  key: 'key',
  recursive: 'again inside itself',
  facts: {
    type: 'Type',
    merging: 'Server-side apply',
    default: 'Default',
    values: 'Values',
    markers: 'Markers',
    strategic: 'Strategic merge patch',
    required: 'Required',
  },
  inOpenApi: 'in a CRD',
  inGo: 'in Go',
  typeNames: {
    object: 'object',
    map: 'map',
    list: 'list',
    string: 'string',
    integer: 'integer',
    number: 'number',
    boolean: 'boolean',
    'int-or-string': 'integer or string',
    quantity: 'quantity',
    any: 'anything',
  } satisfies Record<FieldType, string>,
  typeSentence,
  mergesShort,
  mergesSentence,
  defaultSentence,
  defaultShort,
  markerSentence,
  strategicSentence,
  requiredSentence: 'It must be there.',
  valuesSentence,
  hoverLines,
  completionDetail,
  liveValue: 'what the object has now',
  directive: 'directive of a strategic merge patch',
};

/** Names a kind in the list: its name, group and version. */
function kindOption({ kind, apiVersion }: KindName): string {
  return `${kind} (${apiVersion})`;
}

/** Says by whose definition a kind is read, where the scenario has none. */
function byDefinition({ project, release }: KnownRelease): string {
  return `By the definition of ${project} ${release}`;
}

type Typed = Pick<SchemaFieldView, 'type' | 'elementType' | 'format'>;

/** The button that opens the schema dialog at a field of a kind. */
function lookAround(kind: string): string {
  return `In the schema of ${kind}`;
}

/** Returns the accessible name of the tree of a kind. */
function treeOf(kind: string): string {
  return `Fields of ${kind}`;
}

/** Says how much a search found. */
function foundSentence(count: number): string {
  return count === 1 ? '1 field' : `${count} fields`;
}

/** Names the type of a field, such as `list of object`, `integer (int32)`. */
function typeSentence({ type, elementType, format }: Typed): string {
  const name = schema.typeNames[type];
  if (elementType !== undefined) return `${name} of ${schema.typeNames[elementType]}`;
  return format === undefined || format === type ? name : `${name} (${format})`;
}

type Merging = Pick<SchemaFieldView, 'treatment' | 'type' | 'marker' | 'whole'>;

/** Says in short how a field is merged. */
function mergesShort({ treatment, type, marker }: Merging): string {
  const names: Record<Treatment, string> = {
    fields: type === 'map' ? 'merges by key' : 'merges by field',
    items: marker?.value === 'set' ? 'merges by value' : `merges by ${listOf(marker?.keys ?? [])}`,
    whole: 'replaced whole',
    value: '',
    inside: 'part of a whole',
  };
  return names[treatment];
}

/** Says how server-side apply merges a field, and what of it can have owners of its own. */
function mergesSentence({ treatment, type, marker, whole }: Merging): string {
  switch (treatment) {
    case 'fields':
      return type === 'map' ? 'Merged: each key has owners of its own.' : 'Merged: each field has owners of its own.';
    case 'items':
      return marker?.value === 'set'
        ? 'Merged: each value has owners of its own.'
        : `Merged: each item has owners of its own; items are told apart by ${listOf(marker?.keys ?? [])}.`;
    case 'whole':
      return 'Atomic: owned as one, and replaced whole by whoever applies it.';
    case 'value':
      return 'One value, owned as such.';
    case 'inside':
      return `Part of ${whole ?? 'a whole'}, which is owned as one and replaced whole; nothing inside is owned by itself.`;
  }
}

/** Says which default a field gets, and from where. */
function defaultSentence({ value, source, varies }: NonNullable<SchemaFieldView['default']>): string {
  if (varies) return 'The server sets one that depends on the fields beside it.';
  switch (source) {
    case 'schema':
      return `${value}, from the schema.`;
    case 'server':
      return `${value}, set by the server’s own code; it is in no schema.`;
    case 'key':
      return `${value} stands for it where an item is told apart.`;
  }
}

/** Says the default in short. */
function defaultShort({ value, varies }: NonNullable<SchemaFieldView['default']>): string {
  return varies ? 'default depends' : `default ${value}`;
}

/** Says where a marker comes from, and whether it does anything. */
function markerSentence({ origin, idle, name, value }: MarkerView): string {
  if (idle) {
    return origin === 'unwritten' || origin === 'unknown'
      ? 'The schema says nothing, and a marker would do nothing: what it is part of is replaced whole.'
      : 'It does nothing here: what it is part of is replaced whole.';
  }
  switch (origin) {
    case 'written':
      return 'The schema says so.';
    case 'patch-strategy':
      return 'The schema has no list type; its patch strategy stands in for one.';
    case 'entries':
      return name === 'list-type'
        ? 'List type read from the entries of managedFields; the definition is missing.'
        : 'Map type read from the entries of managedFields; the definition is missing.';
    case 'unknown':
      return name === 'list-type'
        ? `The definition is missing and no entry tells; such lists count as ${value}.`
        : `The definition is missing and no entry tells; such maps count as ${value}.`;
    case 'unwritten':
      return name === 'list-type'
        ? `The schema says nothing; lists are ${value} by default.`
        : `The schema says nothing; maps are ${value} by default.`;
  }
}

/** Says how a strategic merge patch treats a field, and where that differs from server-side apply. */
function strategicSentence({ strategies, mergeKey, differs }: StrategicView, keys: readonly string[]): string {
  const retains = strategies.includes('retainKeys') ? ' Keys that a patch does not name are dropped (retainKeys).' : '';
  const merges = strategies.includes('merge');
  const how = merges ? (mergeKey === '' ? 'Merged by value.' : `Merged by ${mergeKey}.`) : 'Replaced whole.';
  switch (differs) {
    case 'keys':
      return `Merged by ${mergeKey} alone, while server-side apply tells items apart by ${listOf(keys)}: two items that differ elsewhere are one to a patch.${retains}`;
    case 'merges':
      return `${how} Server-side apply replaces it whole.${retains}`;
    case 'replaces':
      return `Replaced whole, while server-side apply merges it.${retains}`;
    case undefined:
      return merges ? `${how}${retains}` : retains.trim();
  }
}

/** Lists the only values that a field may have. */
function valuesSentence(values: readonly string[]): string {
  return values.join(', ');
}

/** Returns the lines of the hover on a field: its type, how it is merged, its keys, its default. */
function hoverLines(field: SchemaFieldView): readonly string[] {
  const { values, required } = field;
  return [
    `${typeSentence(field)}${required ? ', required' : ''}`,
    mergesSentence(field),
    ...(field.default === undefined ? [] : [`Default: ${defaultSentence(field.default)}`]),
    ...(values.length === 0 ? [] : [`One of ${values.join(', ')}.`]),
  ];
}

/** Describes a field in the completion list of the editor. */
function completionDetail(field: SchemaFieldView): string {
  const parts = [typeSentence(field), field.isKey ? 'key' : field.required ? 'required' : '', mergesShort(field)];
  return parts.filter((part) => part !== '').join(' · ');
}
