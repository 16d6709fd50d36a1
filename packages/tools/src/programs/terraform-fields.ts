import type { ObjectPlace } from '@managed-fields/api-server';
import {
  equals,
  isMap,
  listAt,
  managedFieldsOf,
  mapAt,
  metadataText,
  stringAt,
  type Value,
  type ValueMap,
} from '@managed-fields/merge-engine';
import type { ToolTask } from './program.ts';
import { truth } from './program.ts';
import type { ToolSession } from './session.ts';
import { textOf } from './terraform-configuration.ts';
import { listOf, mapOfValue } from './terraform-difference.ts';
import type { FieldResource } from './terraform-resources.ts';
import { filtered, isSameObject, type OwnResources, type PlannedResource } from './terraform-typed.ts';
import type { TfError } from './terraform-value.ts';

/** A resource with what it is to apply, by the names of its arguments. */
interface Fields {
  readonly place: ObjectPlace;
  readonly values: ReadonlyMap<string, Value>;
  /** The container whose environment it is, and the list that has it. */
  readonly container?: { readonly list: string; readonly name: string };
}

/**
 * Resources that apply labels, annotations, the environment of a container or data, and nothing else of an object, which has to
 * be there. They see what their manager owns or their configuration has. Upstream: terraform-provider-kubernetes
 * kubernetes/resource_kubernetes_labels.go, resource_kubernetes_annotations.go, resource_kubernetes_env.go,
 * resource_kubernetes_config_map_v1_data.go.
 */
export class FieldResources implements OwnResources {
  readonly #session: ToolSession;
  readonly #task: ToolTask;
  readonly #resource: FieldResource;
  readonly #manager: string;

  constructor(session: ToolSession, task: ToolTask, resource: FieldResource, manager: string) {
    this.#session = session;
    this.#task = task;
    this.#resource = resource;
    this.#manager = manager;
  }

  plan(manifest: ValueMap): PlannedResource | undefined {
    const found = this.#fieldsOf(manifest);
    if (found === undefined) return undefined;
    if (found.length === 0) return { kind: 'errors', errors: [this.#nothing(manifest)] };
    const last = this.#lastOf(manifest, found[0]);
    const plans = found.map((fields) =>
      this.#planOne(
        fields,
        last.find((each) => isSameContainer(each, fields)),
      ),
    );
    const errors = plans.flatMap((plan) => (plan.kind === 'errors' ? plan.errors : []));
    if (errors.length > 0) return { kind: 'errors', errors };
    const gone = last.filter((each) => !found.some((fields) => isSameContainer(each, fields)));
    return {
      kind: 'ready',
      apply: () => [
        ...plans.flatMap((plan) => (plan.kind === 'ready' ? plan.apply() : [])),
        ...gone.flatMap((each) => this.#apply(emptied(each), true)),
      ],
    };
  }

  drop(manifest: ValueMap): (() => readonly TfError[]) | 'gone' | undefined {
    const found = this.#fieldsOf(manifest);
    if (found === undefined) return undefined;
    const left = found.filter(({ place }) => this.#session.get(place).kind === 'object');
    return left.length === 0 ? 'gone' : () => left.flatMap((each) => this.#apply(emptied(each), true));
  }

  #planOne(fields: Fields, last: Fields | undefined): PlannedResource {
    if (last === undefined) return { kind: 'ready', apply: () => this.#apply(fields, false) };
    const read = this.#session.get(fields.place);
    if (read.kind === 'refusal') {
      // A warning, and the state stays as it is.
      if (read.reason !== 'NotFound') return { kind: 'errors', errors: [{ summary: read.message, detail: '' }] };
      return this.#isSame(fields, last.values)
        ? { kind: 'ready', apply: () => [] }
        : { kind: 'ready', apply: () => this.#apply(fields, false) };
    }
    const seen = this.#seen(read.object, last);
    if (this.#isSame(fields, seen)) return { kind: 'ready', apply: () => [] };
    return { kind: 'ready', apply: () => this.#apply(fields, false) };
  }

  #isSame({ values }: Fields, seen: ReadonlyMap<string, Value>): boolean {
    return [...new Set([...values.keys(), ...seen.keys()])].every((name) => {
      const [one, other] = [values.get(name), seen.get(name)];
      return equals(isEmpty(one) ? null : (one ?? null), isEmpty(other) ? null : (other ?? null));
    });
  }

  /** What the resource sees of an object: what its configuration had, and what its manager owns. */
  #seen(object: ValueMap, { values, container }: Fields): ReadonlyMap<string, Value> {
    const owned = (...path: readonly string[]) => {
      let found: ValueMap = new Map();
      for (const entry of managedFieldsOf(object)) {
        if (stringAt(entry, 'manager') !== this.#manager) continue;
        const part = path.reduce<ValueMap | undefined>((map, key) => mapAt(map, key), mapAt(entry, 'fieldsV1'));
        if (part !== undefined) found = part;
      }
      return found;
    };
    const some = (name: string, map: ValueMap | undefined, own: ValueMap): [string, Value] => {
      const configured = mapOfValue(values.get(name));
      return [name, filtered(map, (key) => own.has(`f:${key}`) || configured.has(key))];
    };
    const metadata = mapAt(object, 'metadata');
    switch (this.#resource) {
      case 'kubernetes_labels':
        return new Map([some('labels', mapAt(metadata, 'labels'), owned('f:metadata', 'f:labels'))]);
      case 'kubernetes_config_map_v1_data':
        return new Map([some('data', mapAt(object, 'data'), owned('f:data'))]);
      case 'kubernetes_annotations': {
        const template = mapAt(mapAt(mapAt(templateOwner(object), 'template'), 'metadata'), 'annotations');
        const way = isCronJob(object) ? ['f:spec', 'f:jobTemplate', 'f:spec'] : ['f:spec'];
        return new Map([
          some('annotations', mapAt(metadata, 'annotations'), owned('f:metadata', 'f:annotations')),
          some('template_annotations', template, owned(...way, 'f:template', 'f:metadata', 'f:annotations')),
        ]);
      }
      case 'kubernetes_env': {
        const names = new Set(listOf(values.get('env')).map((each) => mapOfValue(each).get('name')));
        const env = containersOf(object)
          .filter(({ name }) => name === container?.name)
          .flatMap(({ env: items }) => items);
        return new Map([['env', env.filter((each) => names.has(each.get('name') ?? null))]]);
      }
    }
  }

  /** Upstream: the functions Update, which look first whether the object is there. */
  #apply({ place, values, container }: Fields, isRemoval: boolean): readonly TfError[] {
    const { version, namespace, name } = place;
    const there = this.#session.get(place);
    if (there.kind === 'refusal') {
      if (isRemoval) return [];
      const what = this.#resource === 'kubernetes_config_map_v1_data' ? 'ConfigMap' : 'resource';
      return [{ summary: `The ${what} ${JSON.stringify(name)} does not exist`, detail: '' }];
    }
    const names = new Map<string, Value>([
      ['name', name],
      ...(namespace === '' ? [] : [['namespace', namespace] as const]),
    ]);
    const set = (key: string) =>
      isEmpty(values.get(key)) && !isRemoval ? [] : ([[key, values.get(key) ?? new Map()]] as const);
    const object = new Map<string, Value>([
      ['apiVersion', version.apiVersion],
      ['kind', version.resource.kind],
      ['metadata', names],
    ]);
    switch (this.#resource) {
      case 'kubernetes_labels':
        names.set('labels', values.get('labels') ?? new Map());
        break;
      case 'kubernetes_config_map_v1_data':
        object.set('data', values.get('data') ?? new Map());
        break;
      case 'kubernetes_annotations': {
        if (values.has('annotations')) for (const [key, value] of set('annotations')) names.set(key, value);
        const template = values.get('template_annotations');
        if (template === undefined || (isEmpty(template) && !isRemoval)) break;
        object.set('spec', templateIn(object, new Map([['metadata', new Map([['annotations', template]])]])));
        break;
      }
      case 'kubernetes_env': {
        const env = listOf(values.get('env')).map((each) => sentVariable(mapOfValue(each)));
        const one = new Map<string, Value>([
          ['name', container?.name ?? ''],
          ['env', env],
        ]);
        const pod = new Map<string, Value>([[container?.list ?? 'containers', [one]]]);
        object.set('spec', templateIn(object, new Map([['spec', pod]])));
        break;
      }
    }
    const query = new Map([
      ['fieldManager', this.#manager],
      ['force', String(truth(this.#task, 'field_manager.force_conflicts'))],
    ]);
    const answer = this.#session.patch(place, 'apply', object, { purpose: 'apply', query });
    if (answer.kind === 'refusal') {
      if (answer.reason !== 'Conflict') return [{ summary: answer.message, detail: '' }];
      const way = 'Another client is managing a field Terraform tried to update. Set "force" to true to override: ';
      return [{ summary: 'Field manager conflict', detail: `${way}${answer.message}` }];
    }
    if (!isRemoval) this.#session.get(place);
    return [];
  }

  #lastOf(manifest: ValueMap, first: Fields | undefined): readonly Fields[] {
    const { previous } = this.#task;
    if (previous !== undefined) {
      const last = previous.manifests.find((each) => isSameObject(each, manifest));
      return last === undefined ? [] : (this.#fieldsOf(last) ?? []);
    }
    const live = first === undefined ? undefined : this.#session.peek(first.place);
    const isOwn =
      live !== undefined &&
      managedFieldsOf(live).some(
        (entry) => stringAt(entry, 'manager') === this.#manager && stringAt(entry, 'operation') === 'Apply',
      );
    return isOwn ? (this.#fieldsOf(manifest) ?? []) : [];
  }

  /** The resources of a manifest; undefined where its kind is not known. */
  #fieldsOf(manifest: ValueMap): readonly Fields[] | undefined {
    const version = this.#session.versionOf(manifest);
    if (version === undefined) return undefined;
    const isData = this.#resource === 'kubernetes_config_map_v1_data';
    if (isData && version.resource.kind !== 'ConfigMap') return undefined;
    const namespace = version.resource.namespaced ? metadataText(manifest, 'namespace') || 'default' : '';
    const place: ObjectPlace = { version, namespace, name: metadataText(manifest, 'name') };
    const metadata = mapAt(manifest, 'metadata');
    const given = (name: string, value: ValueMap | undefined): (readonly [string, Value])[] =>
      value === undefined ? [] : [[name, new Map([...value].map(([key, each]) => [key, textOf(each)]))]];
    const fields = (() => {
      switch (this.#resource) {
        case 'kubernetes_labels':
          return given('labels', mapAt(metadata, 'labels'));
        case 'kubernetes_config_map_v1_data':
          return given('data', mapAt(manifest, 'data'));
        case 'kubernetes_annotations':
          return [
            ...given('annotations', mapAt(metadata, 'annotations')),
            ...given(
              'template_annotations',
              mapAt(mapAt(mapAt(templateOwner(manifest), 'template'), 'metadata'), 'annotations'),
            ),
          ];
        case 'kubernetes_env':
          return [];
      }
    })();
    if (this.#resource !== 'kubernetes_env') return fields.length === 0 ? [] : [{ place, values: new Map(fields) }];
    return containersOf(manifest)
      .filter(({ hasEnv }) => hasEnv)
      .map(({ list, name, env }) => ({ place, container: { list, name }, values: new Map([['env', env]]) }));
  }

  /** What Terraform says of a resource without what it is for. */
  #nothing(manifest: ValueMap): TfError {
    switch (this.#resource) {
      case 'kubernetes_labels':
        return required('labels');
      case 'kubernetes_config_map_v1_data':
        return required('data');
      case 'kubernetes_annotations':
        return {
          summary: 'Missing required argument',
          detail: '"annotations": one of `annotations,template_annotations` must be specified',
        };
      case 'kubernetes_env':
        return {
          summary: 'Insufficient env blocks',
          detail: `At least 1 "env" blocks are required. ${metadataText(manifest, 'name')}`.slice(0, 39),
        };
    }
  }
}

function required(name: string): TfError {
  return {
    summary: 'Missing required argument',
    detail: `The argument ${JSON.stringify(name)} is required, but no definition was found.`,
  };
}

function emptied({ values, ...fields }: Fields): Fields {
  return { ...fields, values: new Map([...values.keys()].map((name) => [name, name === 'env' ? [] : new Map()])) };
}

function isSameContainer(one: Fields, other: Fields): boolean {
  return one.container?.name === other.container?.name && one.container?.list === other.container?.list;
}

function isEmpty(value: Value | undefined): boolean {
  if (value === undefined || value === null) return true;
  return isMap(value) ? value.size === 0 : Array.isArray(value) && value.length === 0;
}

function isCronJob(object: ValueMap): boolean {
  return stringAt(object, 'kind') === 'CronJob';
}

/** What has the template of pods. */
function templateOwner(object: ValueMap): ValueMap | undefined {
  const spec = mapAt(object, 'spec');
  return isCronJob(object) ? mapAt(mapAt(spec, 'jobTemplate'), 'spec') : spec;
}

/** The spec that has a part of a template. Upstream has it so for annotations of a CronJob, too, but for one level. */
function templateIn(object: ValueMap, template: ValueMap): ValueMap {
  const spec = new Map<string, Value>([['template', template]]);
  return isCronJob(object) ? new Map([['jobTemplate', new Map([['spec', spec]])]]) : spec;
}

interface Container {
  readonly list: string;
  readonly name: string;
  readonly hasEnv: boolean;
  readonly env: readonly ValueMap[];
}

function containersOf(object: ValueMap): readonly Container[] {
  const pod = mapAt(mapAt(templateOwner(object), 'template'), 'spec');
  return ['containers', 'initContainers'].flatMap((list) =>
    (listAt(pod, list) ?? []).filter(isMap).map((container) => ({
      list,
      name: stringAt(container, 'name') ?? '',
      hasEnv: listAt(container, 'env') !== undefined,
      env: (listAt(container, 'env') ?? []).filter(isMap).map(variable),
    })),
  );
}

/** A variable as the schema has it, with what its arguments are where nobody sets them. */
function variable(item: ValueMap): ValueMap {
  const from = mapAt(item, 'valueFrom');
  const made = new Map<string, Value>([
    ['name', item.get('name') ?? ''],
    ['value', textOf(item.get('value') ?? '')],
  ]);
  if (from === undefined) return made;
  const source = new Map<string, Value>();
  for (const key of ['configMapKeyRef', 'secretKeyRef']) {
    const ref = mapAt(from, key);
    if (ref === undefined) continue;
    const [name, entry, optional] = [ref.get('name') ?? '', ref.get('key') ?? '', ref.get('optional') === true];
    source.set(
      key,
      new Map<string, Value>([
        ['key', entry],
        ['name', name],
        ['optional', optional],
      ]),
    );
  }
  const field = mapAt(from, 'fieldRef');
  if (field !== undefined) {
    const path: readonly [string, Value] = ['fieldPath', field.get('fieldPath') ?? ''];
    source.set('fieldRef', new Map<string, Value>([['apiVersion', field.get('apiVersion') ?? 'v1'], path]));
  }
  const resource = mapAt(from, 'resourceFieldRef');
  if (resource !== undefined) {
    source.set(
      'resourceFieldRef',
      new Map<string, Value>([
        ['containerName', resource.get('containerName') ?? ''],
        ['divisor', textOf(resource.get('divisor') ?? '1')],
        ['resource', resource.get('resource') ?? ''],
      ]),
    );
  }
  return made.set('valueFrom', source);
}

/**
 * A variable as it is sent. The provider loses the path of a field, and the resource and divisor of another one, since it takes
 * them for lists. Upstream: kubernetes/structures_env.go expandFieldRefMap, expandResourceFieldMap.
 */
function sentVariable(item: ValueMap): ValueMap {
  const from = mapAt(item, 'valueFrom');
  if (from === undefined) return item;
  const lost: Readonly<Record<string, readonly string[]>> = {
    fieldRef: ['fieldPath'],
    resourceFieldRef: ['divisor', 'resource'],
  };
  const source = [...from].map(([key, ref]): [string, Value] => [
    key,
    filtered(ref, (name) => lost[key]?.includes(name) !== true),
  ]);
  return new Map(item).set('valueFrom', new Map(source));
}
