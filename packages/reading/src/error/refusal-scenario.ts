import { changeValue, type ResourceVersion, type TypeCatalog } from '@managed-fields/api-server';
import { isMap, parseJson, type Value, type ValueMap, withEntry } from '@managed-fields/merge-engine';
import type { NewStep } from '@managed-fields/scenario';
import { placeOfPath } from '@managed-fields/scenario';
import { printYaml } from '@managed-fields/source';
import { completeObject } from './complete-object.ts';
import type { MadeSteps } from './conflict-scenario.ts';
import type { ErrorFacts } from './error-facts.ts';
import { leftovers } from './leftovers.ts';
import { misfitSteps } from './misfit-scenario.ts';
import { placedValue } from './placed-value.ts';

/**
 * Makes the fewest steps that lead to a message other than a conflict. Undefined for messages that no request alone
 * leads to (authorization, webhooks, sizes), and where the message names no known kind.
 */
export function refusalSteps(facts: ErrorFacts, catalog: TypeCatalog): MadeSteps | undefined {
  const version = kindOf(facts, catalog);
  const steps = stepsOf(facts, version, catalog);
  if (steps === undefined) return undefined;
  const placeholder = steps[0]?.kind === 'crd';
  const { apiVersion, kind } =
    version === undefined ? facts.object : { apiVersion: version.apiVersion, kind: version.resource.kind };
  const named = apiVersion !== undefined && kind !== undefined;
  return { steps, kind: named ? `${apiVersion} ${kind}` : 'v1 ConfigMap', guessed: !named, placeholder };
}

/** The kind that a message names in one of several forms. */
function kindOf({ object, data }: ErrorFacts, catalog: TypeCatalog): ResourceVersion | undefined {
  if (object.apiVersion !== undefined && object.kind !== undefined) {
    return catalog.findKind(object.apiVersion, object.kind);
  }
  const names = catalog
    .names()
    .find(
      ({ kind, plural, group }) =>
        (object.kind !== undefined || object.resource !== undefined) &&
        (object.kind === undefined || object.kind === kind) &&
        (object.resource === undefined || object.resource === plural) &&
        (object.group === undefined || object.group === group),
    );
  return names && catalog.find(names.group, data['version'] ?? names.preferredVersion, names.plural);
}

function stepsOf(
  facts: ErrorFacts,
  version: ResourceVersion | undefined,
  catalog: TypeCatalog,
): readonly NewStep[] | undefined {
  const { code, data } = facts;
  const [field] = facts.fields;
  switch (code) {
    case 'managed-fields-sent':
      return [apply(head(facts, version, { managedFields: [new Map()] }))];
    case 'no-manager':
      return [{ kind: 'apply', text: yaml(head(facts, version)) }];
    case 'bad-manager':
      return facts.message.includes('Too long') ? [apply(head(facts, version), 'm'.repeat(129))] : undefined;
    case 'no-kind-match':
      return [
        apply(
          object([
            ['apiVersion', data['apiVersion'] ?? 'v1'],
            ['kind', data['kind'] ?? ''],
            ['metadata', name(facts)],
          ]),
        ),
      ];
    case 'undeclared-field':
    case 'wrong-type':
    case 'duplicate-key':
      return misfitSteps(facts, version, catalog);
    case 'unknown-field': {
      if (version === undefined || field === undefined) return undefined;
      const whole = placedValue(leastObject(facts, version), field.path, 'value', version.type);
      const fieldValidation = data['strict'] === 'true' ? 'Strict' : 'Warn';
      return whole && [{ kind: 'create', manager: 'me', fieldValidation, text: yaml(whole) }];
    }
    case 'stale-version':
      return [
        live(withResourceVersion(leastObject(facts, version), '7')),
        { kind: 'update', manager: 'me', text: yaml(withResourceVersion(leastObject(facts, version), '5')) },
      ];
    case 'immutable':
    case 'duplicate-value':
    case 'invalid':
    case 'union-leftover':
      return version === undefined || field === undefined ? undefined : complained(facts, version);
    case 'no-last-applied':
      return [
        { kind: 'create', manager: 'kubectl-create', text: yaml(leastObject(facts, version)) },
        {
          kind: 'kubectl',
          text: `kubectl apply ${facts.message.startsWith('no ') ? 'set-last-applied ' : ''}-f object.yaml`,
          files: { 'object.yaml': yaml(leastObject(facts, version)) },
        },
      ];
    default:
      return undefined;
  }
}

/**
 * The steps for a validation error of one field: a create of an object with it, or a change of an object that is there.
 */
function complained(facts: ErrorFacts, version: ResourceVersion): readonly NewStep[] | undefined {
  const { kind } = version.resource;
  const least = leastObject(facts, version);
  const leftover = leftovers.find((each) => each.kind === kind && each.words.test(facts.message));
  if (leftover !== undefined) return leftover.steps(least, facts.message);
  const [field] = facts.fields;
  if (facts.fields.length !== 1 || field === undefined) return undefined;
  if (field.detail.startsWith('Required value')) return [apply(withoutPlace(least, field.path))];
  const said = /^(?:Invalid|Unsupported|Duplicate) value: (.*)$/s.exec(field.detail)?.[1] ?? '';
  const value = leadingJson(said);
  const wrong = value === undefined ? undefined : placedValue(head(facts, version), field.path, value, version.type);
  if (wrong === undefined || value === undefined) return undefined;
  const after = completeObject(kind, wrong);
  if (facts.code === 'immutable')
    return [live(least), { kind: 'apply', manager: 'me', force: true, text: yaml(after) }];
  if (facts.code !== 'duplicate-value') return [apply(after)];
  const first = field.path.replace(/\[\d+\](?=[^[\]]*$)/, '[0]');
  return [{ kind: 'create', manager: 'me', text: yaml(placed(after, first, value)) }];
}

function withoutPlace(object: ValueMap, path: string): ValueMap {
  const { place, whole } = placeOfPath(object, path);
  const changed = whole ? changeValue(object, [{ place, value: undefined }]) : object;
  return isMap(changed) ? changed : object;
}

/** The JSON value at the start of a validation error. */
function leadingJson(text: string): Value | undefined {
  for (let end = text.length; end > 0; end = text.lastIndexOf(':', end - 1)) {
    const read = parseJson(text.slice(0, end).trim());
    if (read.kind === 'value') return read.value;
    if (end <= 1) break;
  }
  return undefined;
}

function placed(before: ValueMap, path: string, value: Value): ValueMap {
  return placedValue(before, path, value) ?? before;
}

function apply(whole: ValueMap, manager = 'me'): NewStep {
  return { kind: 'apply', manager, text: yaml(whole) };
}

function live(whole: ValueMap): NewStep {
  return { kind: 'live', text: yaml(whole) };
}

function yaml(value: ValueMap): string {
  return printYaml(value).text;
}

function object(entries: readonly (readonly [string, Value])[]): ValueMap {
  return new Map(entries);
}

function name({ object: { name: given, namespace } }: ErrorFacts): ValueMap {
  return object([
    ['name', given || 'example'],
    ...(namespace === undefined ? [] : [['namespace', namespace] as const]),
  ]);
}

/** apiVersion, kind and name; those of a ConfigMap where the message names no kind. */
function head(
  facts: ErrorFacts,
  version: ResourceVersion | undefined,
  metadata: Readonly<Record<string, Value>> = {},
): ValueMap {
  return object([
    ['apiVersion', version?.apiVersion ?? 'v1'],
    ['kind', version?.resource.kind ?? 'ConfigMap'],
    ['metadata', new Map([...name(facts), ...Object.entries(metadata)])],
  ]);
}

/** The smallest object of the kind that a server accepts. */
function leastObject(facts: ErrorFacts, version: ResourceVersion | undefined): ValueMap {
  return completeObject(version?.resource.kind ?? 'ConfigMap', head(facts, version));
}

function withResourceVersion(whole: ValueMap, resourceVersion: string): ValueMap {
  const metadata = whole.get('metadata');
  return isMap(metadata)
    ? withEntry(whole, 'metadata', withEntry(metadata, 'resourceVersion', resourceVersion))
    : whole;
}
