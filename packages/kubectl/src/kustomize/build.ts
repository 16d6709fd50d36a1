import { listAt, mapAt, stringAt, type Value, type ValueMap } from '@managed-fields/merge-engine';
import { hasChange } from '../changes.ts';
import { type Failure, fail, isFailure, notPlayed } from '../failure.ts';
import { absolute, joined, workingFolder } from '../paths.ts';
import type { Session } from '../session.ts';
import { BuildMetadata } from './build-metadata.ts';
import { firstChart } from './charts.ts';
import { type Configuration, configurationOf, mergedConfigurations, mergedSpecs, nothing } from './configuration.ts';
import { oddFailure, readResources } from './documents.ts';
import type { FieldSpec } from './field-spec.ts';
import { confirmedFolder, Files } from './files.ts';
import { contentHash, generated } from './generators.ts';
import {
  fieldSpecOf,
  hasItems,
  type Kustomization,
  readKustomization,
  structList,
  textList,
  textsAt,
} from './kustomization.ts';
import { isRemote, Loader } from './loader.ts';
import { fixReferences } from './name-references.ts';
import { within } from './node.ts';
import { inFile, jsonTransformer, patchTransformer, strategicTransformer, type Transformer } from './patches.ts';
import { oddKey } from './plain-text.ts';
import { replace } from './replacements.ts';
import { type Resource, textAt } from './resource.ts';
import { Resources } from './resources.ts';
import { sortAsAsked, sortLegacy } from './sort-order.ts';
import { affixNames, setImage, setNamespace, setReplicas, setTexts } from './transformers.ts';
import { addVariables, resolveVariables, type Variables, variableText } from './vars.ts';

/** What a build may be asked for beside its folder. */
export interface BuildOptions {
  /** Whether files outside of the folder may be read. */
  readonly unrestricted?: boolean;
  /** Whether resources stay in the order in which they are named. */
  readonly unsorted?: boolean;
  /** Whether the command line asks for an order. */
  readonly asksOrder?: boolean;
  /** Whether the command line asks for a label that says what built an object. */
  readonly labelled?: boolean;
}

/** The objects that a kustomization comes to. */
export type Built = { readonly kind: 'built'; readonly objects: readonly ValueMap[] } | Failure;

/**
 * Builds the kustomization of a folder. Upstream: sigs.k8s.io/kustomize/api krusty/kustomizer.go Run, as it is in
 * kubectl.
 */
export function build(session: Session, folder: string, options: BuildOptions = {}): Built {
  if (isRemote(folder)) return notPlayed({ kind: 'url', url: folder });
  const files = new Files(session);
  const root = confirmedFolder(files, absolute(folder), folder);
  if (isFailure(root)) return within('must build at directory', root);
  const loader = new Loader(files, root, options.unrestricted === true);
  const metadata = new BuildMetadata(session);
  const target = new Target(session, loader, metadata);
  const loaded = target.read();
  if (isFailure(loaded)) return loaded;
  const unknown = takeOpenApi(session, loader, loaded);
  if (unknown !== undefined) return unknown;
  metadata.take(loaded.fields);
  const accumulated = emptyAccumulated();
  const { resources } = accumulated;
  const failed =
    target.accumulate(loaded, accumulated) ??
    addHashes(resources) ??
    fixReferences(session, resources.all, accumulated.configuration.nameReference) ??
    resolveVariables(session, resources.all, accumulated.variables, accumulated.configuration.varReference) ??
    dropLocal(resources) ??
    sorted(session, loaded, resources, options) ??
    metadata.finish(resources, options.labelled === true);
  if (loader.kinds.hasPanicked) return notPlayed({ kind: 'kustomize-panic' });
  if (failed !== undefined) return failed;
  return { kind: 'built', objects: resources.all.map(({ node }): ValueMap => node) };
}

/** What is gathered of a kustomization and those below it. Upstream: accumulator/resaccumulator.go ResAccumulator. */
interface Accumulated {
  readonly resources: Resources;
  configuration: Configuration;
  readonly variables: Variables;
}

function emptyAccumulated(): Accumulated {
  return { resources: new Resources(), configuration: nothing, variables: new Map() };
}

/** Takes what a kustomization says of the schemas of kinds. */
function takeOpenApi(session: Session, loader: Loader, { fields }: Kustomization): Failure | undefined {
  const openapi = textsAt(fields, 'openapi');
  const path = openapi.get('path');
  const text = path === undefined ? undefined : loader.load(path);
  return isFailure(text) ? text : loader.kinds.take(session, openapi, text);
}

function addHashes(resources: Resources): undefined {
  for (const each of resources.all) {
    if (!each.needsHash) continue;
    const hash = contentHash(each);
    each.remember();
    each.rename(`${each.name}-${hash}`);
  }
  return undefined;
}

/** Upstream: kusttarget.go IgnoreLocal. */
function dropLocal(resources: Resources): Failure | undefined {
  const isLocal = (each: Resource) => {
    const mark = each.annotations.get('config.kubernetes.io/local-config');
    return mark !== undefined && mark !== 'false';
  };
  // Upstream panics where patches gave two resources one id.
  const taken = resources.reset(resources.all.filter((each) => !isLocal(each)));
  return taken === undefined ? undefined : notPlayed({ kind: 'kustomize-panic' });
}

const twoOrders =
  "Sorting order is set both in 'kustomization.yaml' ('sortOptions') and in a CLI flag ('--reorder'). Using the kustomization file over the CLI flag.";

function sorted(
  session: Session,
  { fields }: Kustomization,
  resources: Resources,
  options: BuildOptions,
): Failure | undefined {
  const asked = mapAt(fields, 'sortOptions');
  if (asked !== undefined) {
    if (options.asksOrder === true) session.err(`I log.go] Warning: ${twoOrders}\n`);
    return sortAsAsked(resources, asked);
  }
  return options.unsorted === true ? undefined : sortLegacy(resources);
}

const names = ['kustomization.yaml', 'kustomization.yml', 'Kustomization'];

/** One kustomization of a build. Upstream: kustomize api/internal/target/kusttarget.go KustTarget. */
class Target {
  readonly #session: Session;
  readonly #loader: Loader;
  /** Where it lies, as seen from the folder that is built. */
  readonly #path: string;
  /** The name of its file. */
  #name = '';
  /** What is asked to be noted of resources; that of the folder that is built counts everywhere. */
  readonly #metadata: BuildMetadata;
  /** That of the kustomization around, then its own where it has one: where charts are that name none, here and below. */
  #namespace: string;

  constructor(session: Session, loader: Loader, metadata: BuildMetadata, path = '', around = '') {
    this.#session = session;
    this.#loader = loader;
    this.#metadata = metadata;
    this.#path = path;
    this.#namespace = around;
  }

  /** The path of a file of its own, as seen from the folder that is built. */
  get #written(): string {
    return joined(this.#path, this.#name);
  }

  get root(): string {
    return this.#loader.root;
  }

  read(): Kustomization | Failure {
    const { files } = this.#loader;
    const found = names.flatMap((name) => {
      const text = files.peek(joined(this.root, name));
      return text === undefined ? [] : [{ name, text }];
    });
    const [file, ...more] = found;
    if (file === undefined) {
      this.#session.lacks(joined(this.root, 'kustomization.yaml').slice(workingFolder.length + 1));
      const quoted = names.map((name) => `'${name}'`);
      return fail(
        `unable to find one of ${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)} in directory '${this.root}'`,
      );
    }
    if (more.length > 0) return fail(`Found multiple kustomization files under: ${this.root}\n`);
    this.#name = file.name;
    return readKustomization(this.#session, file.text, this.root);
  }

  /** Adds everything that the kustomization says to resources, and changes them. Upstream: accumulateTarget. */
  accumulate({ fields }: Kustomization, accumulated: Accumulated): Failure | undefined {
    const { resources } = accumulated;
    this.#namespace = stringAt(fields, 'namespace') || this.#namespace;
    for (const path of textList(fields, 'resources')) {
      const failed = this.#resource(path, accumulated);
      if (failed !== undefined) return within('accumulating resources', failed);
    }
    const configuration = configurationOf(
      this.#session,
      this.#loader,
      textList(fields, 'configurations'),
      textList(fields, 'crds'),
    );
    if (isFailure(configuration)) return configuration;
    for (const each of configuration) {
      const merged = mergedConfigurations(accumulated.configuration, each);
      if (isFailure(merged)) return merged;
      accumulated.configuration = merged;
    }
    const generating = this.#generate(fields, resources);
    if (generating !== undefined) return generating;
    for (const path of textList(fields, 'components')) {
      const failed = this.#component(path, accumulated);
      if (failed !== undefined) return within('accumulating components', failed);
    }
    const transformers = this.#transformers(fields, accumulated.configuration);
    if (isFailure(transformers)) return transformers;
    const plugin = this.#plugins(fields, 'transformers');
    if (plugin !== undefined) return plugin;
    for (const { plugin, transform } of transformers) {
      const failed = transform(resources) ?? this.#metadata.noteChange(resources, this.#written, plugin);
      if (failed !== undefined) return failed;
      resources.dropEmpty();
    }
    const validator = this.#plugins(fields, 'validators');
    if (validator !== undefined) return validator;
    const wrong = addVariables(structList(fields, 'vars'), resources.all, accumulated.variables);
    if (wrong === undefined) return undefined;
    return within(`merging vars [${structList(fields, 'vars').map(variableText).join(' ')}]`, wrong);
  }

  #resource(path: string, accumulated: Accumulated): Failure | undefined {
    const failed = this.#fileAt(path, accumulated.resources);
    if (failed === undefined || failed.unplayed !== undefined) return failed;
    const loader = this.#loader.below(path);
    if (isFailure(loader)) {
      if (failed.message.includes('MalformedYAMLError')) return failed;
      return within(`accumulation err='${failed.message}'`, loader);
    }
    const wrong = this.#folder(loader, path, accumulated, false);
    return wrong === undefined ? undefined : within(`accumulation err='${failed.message}'`, wrong);
  }

  /** Upstream: accumulateFile. */
  #fileAt(path: string, resources: Resources): Failure | undefined {
    const from = `accumulating resources from '${path}'`;
    const text = this.#loader.load(path);
    if (isFailure(text)) return within(from, text);
    const read = readResources(this.#session, this.#loader.kinds, text);
    if (read.kind === 'failure') return within(from, inFile(read, path));
    const odd = oddFailure(read.resources);
    if (odd !== undefined) return odd;
    const own = new Resources();
    const repeated = own.addAll(read.resources);
    if (repeated !== undefined) return within(from, repeated);
    const unnoted = this.#metadata.noteFile(own, joined(this.#path, path));
    if (unnoted !== undefined) return within(`cannot add path annotation for '${path}'`, unnoted);
    const taken = resources.addAll(own.all);
    return taken === undefined ? undefined : within(`merging resources from '${path}'`, taken);
  }

  #component(path: string, accumulated: Accumulated): Failure | undefined {
    const loader = this.#loader.below(path);
    if (isFailure(loader)) return asQuoted('loader.New', loader);
    const failed = this.#folder(loader, path, accumulated, true);
    return failed === undefined ? undefined : asQuoted('accumulateDirectory:', failed);
  }

  /** Upstream: accumulateDirectory. A component changes the resources that are there already. */
  #folder(loader: Loader, path: string, accumulated: Accumulated, isComponent: boolean): Failure | undefined {
    const target = new Target(this.#session, loader, this.#metadata, joined(this.#path, path), this.#namespace);
    const read = target.read();
    if (isFailure(read)) return within(`couldn't make target for path '${loader.root}'`, read);
    const unknown = takeOpenApi(this.#session, loader, read);
    if (unknown !== undefined) return unknown;
    if (isComponent && read.kind !== 'Component') {
      return fail(`expected kind 'Component' for path '${loader.root}' but got '${read.kind}'`);
    }
    if (!isComponent && read.kind === 'Component') {
      return fail(`expected kind != 'Component' for path '${loader.root}'`);
    }
    const found = isComponent ? accumulated : emptyAccumulated();
    const failed = target.accumulate(read, found);
    if (failed !== undefined) return within(`recursed accumulation of path '${loader.root}'`, failed);
    const tooMuch = loader.files.take(isComponent ? 0 : found.resources.all.length);
    if (tooMuch !== undefined) return tooMuch;
    if (isComponent) return undefined;
    const taken = accumulated.resources.addAll(found.resources.all) ?? takeOver(accumulated, found);
    return taken === undefined ? undefined : within(`recursed merging from path '${loader.root}'`, taken);
  }

  #generate(fields: ValueMap, resources: Resources): Failure | undefined {
    const isAround = hasChange('namespacesOfCharts', this.#session.host.release);
    const chart = firstChart(fields, isAround ? this.#namespace : '');
    if (chart !== undefined) {
      const config = `\`\n${this.#session.host.printYaml(chart)}\``;
      return fail(
        `trouble configuring builtin HelmChartInflationGenerator with config: ${config}: must specify --enable-helm`,
      );
    }
    const options = mapAt(fields, 'generatorOptions');
    for (const [list, kind] of [
      ['configMapGenerator', 'ConfigMap'],
      ['secretGenerator', 'Secret'],
    ] as const) {
      for (const args of structList(fields, list)) {
        const made = generated(this.#loader, kind, args, options);
        if (isFailure(made)) return made;
        const keys = [...(made.textsIn('data') ?? []), ...made.labels, ...made.annotations].map(([key]) => key);
        const odd = oddKey(this.#session, keys);
        if (odd !== undefined) return notPlayed({ kind: 'kustomize-odd-key', key: odd });
        this.#metadata.noteGenerator(made, this.#written, `${kind}Generator`);
        const failed = resources.absorb(made, this.#session.host.release);
        // Upstream shows where the generator and its origin lie in its memory, which nobody can know.
        const origin = this.#metadata.isAsked ? '0xc000000000' : '<nil>';
        if (failed !== undefined) return within(`merging from generator &{0xc000000000 ${origin}}`, failed);
      }
    }
    const failed = this.#plugins(fields, 'generators');
    return failed && within('loading generator plugins', failed);
  }

  /**
   * Why the plugins that a field names are not run: kubectl runs none but those of its own.
   * Upstream: kustomize api/internal/plugins/loader/loader.go loadAndConfigurePlugin.
   */
  #plugins(fields: ValueMap, field: 'generators' | 'transformers' | 'validators'): Failure | undefined {
    const found = emptyAccumulated();
    const paths: string[] = [];
    for (const entry of textList(fields, field)) {
      const read = readResources(this.#session, this.#loader.kinds, entry);
      if (read.kind === 'failure') {
        paths.push(entry);
        continue;
      }
      const repeated = found.resources.addAll(read.resources);
      const what = field === 'generators' ? 'generator' : 'transformer';
      if (repeated !== undefined) return within(`configuring external ${what}`, repeated);
    }
    for (const path of paths) {
      const failed = this.#resource(path, found);
      if (failed !== undefined) return failed;
    }
    const [first] = found.resources.all;
    if (first === undefined) return undefined;
    if (textAt(first.node, 'apiVersion') === 'builtin') return notPlayed({ kind: 'kustomize', field });
    const refused = fail(`external plugins disabled; unable to load external plugin '${first.gvk.kind}'`);
    return field === 'generators' ? within('failed to load generator', refused) : refused;
  }

  /** Upstream: kusttarget_configplugin.go configureBuiltinTransformers. */
  #transformers(fields: ValueMap, config: Configuration): readonly NamedTransformer[] | Failure {
    const session = this.#session;
    const loader = this.#loader;
    const made: NamedTransformer[] = [];
    let failure: Failure | undefined;
    const add = (plugin: string, transform: Transformer | Failure) => {
      if (isFailure(transform)) failure ??= transform;
      else made.push({ plugin: `${plugin}Transformer`, transform });
    };
    const text = (name: string) => stringAt(fields, name) ?? '';
    if (hasItems(listAt(fields, 'patchesStrategicMerge'))) {
      add('PatchStrategicMerge', strategicTransformer(session, loader, fields));
    }
    for (const entry of structList(fields, 'patches')) add('Patch', patchTransformer(session, loader, entry));
    const namespace = text('namespace');
    if (namespace !== '') {
      add('Namespace', (resources) => setNamespace(session, resources, namespace, config.namespace));
    }
    for (const [affix, plugin] of [
      ['prefix', 'Prefix'],
      ['suffix', 'Suffix'],
    ] as const) {
      const added = text(`name${plugin}`);
      if (added === '') continue;
      add(plugin, (resources) => affixNames(session, resources, affix, added, config[`name${plugin}`]));
    }
    for (const label of structList(fields, 'labels')) {
      const specs = labelSpecs(label, config);
      const pairs = textsAt(label, 'pairs');
      add('Label', isFailure(specs) ? specs : (resources) => setTexts(session, resources, pairs, specs));
    }
    const common = { labels: textsAt(fields, 'commonLabels'), annotations: textsAt(fields, 'commonAnnotations') };
    if (structList(fields, 'labels').length > 0 || common.labels.size > 0) {
      add('Label', (resources) => setTexts(session, resources, common.labels, config.commonLabels));
    }
    if (common.annotations.size > 0) {
      add('Annotations', (resources) => setTexts(session, resources, common.annotations, config.commonAnnotations));
    }
    for (const entry of structList(fields, 'patchesJson6902')) {
      add('PatchJson6902', jsonTransformer(session, loader, entry));
    }
    for (const entry of structList(fields, 'replicas')) {
      add('ReplicaCount', (resources) => setReplicas(session, resources, entry, config.replicas));
    }
    for (const entry of structList(fields, 'images')) {
      add('ImageTag', (resources) => setImage(session, resources, entry, config.images));
    }
    if (hasItems(listAt(fields, 'replacements'))) add('Replacement', replace(session, loader, fields));
    return failure ?? made;
  }
}

/** A transformer with the name of kustomize's plugin. */
interface NamedTransformer {
  readonly plugin: string;
  readonly transform: Transformer;
}

/** Adds what a kustomization below this one gathered beside its resources. Upstream: MergeAccumulator. */
function takeOver(accumulated: Accumulated, found: Accumulated): Failure | undefined {
  const merged = mergedConfigurations(accumulated.configuration, found.configuration);
  if (isFailure(merged)) return merged;
  accumulated.configuration = merged;
  for (const [name, variable] of found.variables) {
    if (accumulated.variables.has(name)) return fail(`var '${name}' already encountered`);
    accumulated.variables.set(name, variable);
  }
  return undefined;
}

/** The fields that labels go to. */
function labelSpecs(label: ValueMap, config: Configuration): readonly FieldSpec[] | Failure {
  const is = (name: string) => label.get(name) === true;
  const add = (specs: readonly FieldSpec[] | Failure, more: readonly FieldSpec[], what: string) => {
    const merged = isFailure(specs) ? specs : mergedSpecs(specs, more);
    return isFailure(merged) && merged !== specs ? within(what, merged) : merged;
  };
  const own = add(structList(label, 'fields').map(fieldSpecOf), config.labels, 'failed to merge labels');
  if (is('includeSelectors')) return add(own, config.commonLabels, 'failed to merge labels');
  const templates = is('includeTemplates')
    ? add(own, config.templateLabels, 'failed to merge template fieldSpec')
    : own;
  return add(templates, [{ path: 'metadata/labels', create: true }], 'failed to merge labels');
}

/** A failure in quotes behind some words. */
function asQuoted(words: string, failure: Failure): Failure {
  return { ...failure, message: `${words} ${JSON.stringify(failure.message)}` };
}

/** The text of some objects, one behind the other. */
export function printedObjects(session: Session, objects: readonly Value[]): string {
  return objects.map((each) => session.host.printYaml(each)).join('---\n');
}
