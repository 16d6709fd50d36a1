import { all, NotLoaded } from '@managed-fields/api-server';
import { serverRelease } from '@managed-fields/kubernetes-types';
import { mapAt, stringAt, type ValueMap } from '@managed-fields/merge-engine';
import {
  kindOnServer,
  type MeantObject,
  type ObjectServer,
  objectServer,
  serveObject,
  serverOfKind,
} from '@managed-fields/player';
import { saysAdmission } from './admission-objects.ts';
import { definedKind, isDefinition, kindKey, writtenDefinition } from './definitions.ts';
import type { ForecastInput } from './input.ts';
import { keyOf, liveIndex, namesOf } from './live-objects.ts';
import type { ObjectManifest } from './manifests.ts';
import { type Applying, type Played, playApply, refused, type Served } from './played.ts';

/** One of the two ways of applying. */
export type Way = Applying['kind'];

/** The server that the objects of a kind are played on, and the definition of the kind where it is a custom one. */
interface KindServer {
  readonly server: ObjectServer;
  readonly definition: ValueMap | undefined;
  /** Whether its objects are in namespaces; undefined where the server does not have the kind. */
  readonly namespaced: boolean | undefined;
}

type NamedKind = Pick<MeantObject, 'apiVersion' | 'kind'>;

/** A manifest of an object, with what it is about. */
export interface ReleaseObject {
  readonly index: number;
  readonly manifest: ObjectManifest;
  readonly meant: MeantObject;
  readonly key: string;
  /** The index of the manifest of the same object before this one. */
  readonly previous: number | undefined;
}

/**
 * The objects of a release against those of a cluster. Each is played alone, on a server with the definition of its kind
 * and its live object. Manifests of one object are played one after the other. A definition in the release is applied
 * before the objects of its kind, wherever it stands.
 */
export class Release {
  readonly input: ForecastInput;
  readonly #live: ReadonlyMap<string, ValueMap>;
  readonly #liveDefinitions: ReadonlyMap<string, ValueMap>;
  readonly #definitions: ReadonlyMap<string, number>;
  readonly #servers = new Map<string, KindServer>();
  readonly #plain: ObjectServer;
  readonly #objects: (ReleaseObject | undefined)[] = [];
  readonly #last = new Map<string, number>();
  readonly #repeated = new Set<string>();
  readonly #played = new Map<string, Played>();
  #lastServed: { readonly index: number; readonly live: ValueMap | undefined; readonly served: Served } | undefined;

  constructor(input: ForecastInput) {
    this.input = input;
    this.#live = liveIndex(input.live);
    this.#liveDefinitions = new Map(input.live.filter(isDefinition).map((each) => [definedKind(each), each]));
    this.#plain = objectServer(input.catalog, input.kubernetes, [], input.live.filter(isAround));
    const definitions = new Map<string, number>();
    const later: number[] = [];
    for (const [index, manifest] of input.manifests.entries()) {
      if (manifest.kind !== 'object') continue;
      if (isDefinition(manifest.value)) definitions.set(definedKind(manifest.value), index);
      // Which namespace an object of a custom kind is in depends on definitions, which are played first.
      if (this.#isCustom(namesOf(manifest.value))) later.push(index);
      else this.#add(index, manifest);
    }
    this.#definitions = definitions;
    all(
      later.map((index) => () => {
        const manifest = input.manifests[index];
        if (manifest?.kind === 'object') this.#add(index, manifest);
      }),
    );
  }

  #add(index: number, manifest: ObjectManifest): void {
    const written = namesOf(manifest.value);
    const namespace = this.#namespaceOf(written);
    const meant = { apiVersion: written.apiVersion, kind: written.kind, namespace, name: written.name };
    // An object whose name the server makes up is another one each time.
    const key = meant.name === '' ? `generated ${index}` : keyOf(meant);
    const previous = this.#last.get(key);
    if (previous !== undefined) this.#repeated.add(key);
    this.#last.set(key, index);
    this.#objects[index] = { index, manifest, meant, key, previous };
  }

  #namespaceOf(written: ReturnType<typeof namesOf>): string {
    const { namespaced } = this.serverOf(written);
    const namespace = written.namespace || this.input.namespace;
    if (namespaced !== undefined) return namespaced ? namespace : '';
    // Of a kind without a definition only the live object tells whether it has namespaces.
    return this.#live.has(keyOf({ ...written, namespace })) ? namespace : written.namespace;
  }

  /** The object of a manifest; undefined where it could not be read. */
  object(index: number): ReleaseObject | undefined {
    return this.#objects[index];
  }

  /** The keys of all objects. */
  get keys(): ReadonlySet<string> {
    return new Set(this.#last.keys());
  }

  #isCustom({ apiVersion, kind }: NamedKind): boolean {
    return this.input.catalog.findKind(apiVersion, kind) === undefined;
  }

  /** The server for the objects of a kind, made once. */
  serverOf(named: NamedKind): KindServer {
    const id = `${named.apiVersion} ${named.kind}`;
    const known = this.#servers.get(id);
    if (known !== undefined) return known;
    const definition = kindOnServer(this.#plain, named) === undefined ? this.#definitionOf(kindKey(named)) : undefined;
    const { catalog, kubernetes, live } = this.input;
    const server =
      definition === undefined
        ? serverOfKind(this.#plain, named)
        : objectServer(catalog, kubernetes, [definition], live.filter(isAround));
    const made = { server, definition, namespaced: kindOnServer(server, named)?.resource.namespaced };
    this.#servers.set(id, made);
    return made;
  }

  /** The definition of a kind as the release leaves it; undefined where neither it nor the cluster has one. */
  #definitionOf(kind: string): ValueMap | undefined {
    const index = this.#definitions.get(kind);
    const live = this.#liveDefinitions.get(kind);
    const found = index === undefined ? live : this.#definitionAfter(index);
    return found && writtenDefinition(found);
  }

  #definitionAfter(index: number): ValueMap | undefined {
    try {
      return this.stateAfter(index, 'server-side');
    } catch (error) {
      if (error instanceof NotLoaded) throw error;
      // The row of the definition says why; its objects are then of a kind that nobody defines.
      return undefined;
    }
  }

  /** The object in the cluster before a manifest is applied, those before it counted; undefined where there is none. */
  stateBefore({ key, previous }: ReleaseObject, way: Way): ValueMap | undefined {
    return previous === undefined ? this.#live.get(key) : this.stateAfter(previous, way);
  }

  /** The object after a manifest was applied, or as it was before where that was refused. */
  stateAfter(index: number, way: Way): ValueMap | undefined {
    const object = this.object(index);
    const played = object && this.play(object, way);
    const isRefused = played?.result === 'refused' || played?.result === 'conflict';
    return object !== undefined && isRefused ? this.stateBefore(object, way) : played?.after;
  }

  /** Plays one manifest. Only objects that come again, and definitions, are kept. */
  play(object: ReleaseObject, way: Way): Played {
    const { index, manifest, meant, key } = object;
    const id = `${way} ${index}`;
    const known = this.#played.get(id);
    if (known !== undefined) return known;
    const played = isNamed(object)
      ? playApply(this.#serve(object, way), meant, manifest, this.applying(object, way))
      : refused('resource name may not be empty');
    if (this.#repeated.has(key) || isDefinition(manifest.value)) this.#played.set(id, played);
    return played;
  }

  /** Puts the live object of a manifest on a server, once for both ways where both start from the same object. */
  #serve(object: ReleaseObject, way: Way): Served {
    const { index, meant } = object;
    const live = this.stateBefore(object, way);
    const last = this.#lastServed;
    if (last?.index === index && last.live === live) return last.served;
    const served = serveObject(this.serverOf(meant).server, meant, live);
    this.#lastServed = { index, live, served };
    return served;
  }

  /** How a manifest is applied. */
  applying({ manifest, meant }: ReleaseObject, way: Way): Applying {
    const { manager, force, kubernetes } = this.input;
    if (way === 'server-side') return { kind: way, manager, force };
    const isWritten = meant.namespace === '' || namesOf(manifest.value).namespace !== '';
    return { kind: way, release: serverRelease(kubernetes), namespace: isWritten ? 'default' : meant.namespace };
  }
}

/** Whether a live object says what admission makes of others. */
function isAround(object: ValueMap): boolean {
  return saysAdmission(kindKey(namesOf(object)));
}

/** Whether a manifest has a name, or lets the server make up one. */
function isNamed({ manifest, meant }: ReleaseObject): boolean {
  return meant.name !== '' || (stringAt(mapAt(manifest.value, 'metadata'), 'generateName') ?? '') !== '';
}
