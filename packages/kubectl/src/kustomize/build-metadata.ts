import type { ValueMap } from '@managed-fields/merge-engine';
import { type Failure, notPlayed } from '../failure.ts';
import { kustomizeRelease } from '../kustomize-release.ts';
import type { Session } from '../session.ts';
import type { FieldSpec } from './field-spec.ts';
import { textList } from './kustomization.ts';
import type { Resource } from './resource.ts';
import { originNote, type Resources } from './resources.ts';
import { setTexts } from './transformers.ts';

const changesNote = 'alpha.config.kubernetes.io/transformations';

const annotations: FieldSpec = { path: 'metadata/annotations', create: true };
const labels: FieldSpec = { path: 'metadata/labels', create: true };

/**
 * What `buildMetadata` of the kustomization that is built asks for: where each resource came from, what changed it, and a label.
 * While it is built a resource carries both annotations whatever is asked for, so that patches find them.
 * Upstream: kustomize api/resource/origin.go, krusty/kustomizer.go.
 */
export class BuildMetadata {
  readonly #session: Session;
  #asked: readonly string[] = [];

  constructor(session: Session) {
    this.#session = session;
  }

  /** Whether anything is asked for. */
  get isAsked(): boolean {
    return this.#asked.length > 0;
  }

  /** Takes what the kustomization that is built asks for. */
  take(fields: ValueMap): void {
    this.#asked = textList(fields, 'buildMetadata');
  }

  /** Says of resources which file they came from. Upstream: kusttarget.go accumulateFile. */
  noteFile(resources: Resources, path: string): Failure | undefined {
    if (!this.isAsked) return undefined;
    return setTexts(this.#session, resources, new Map([[originNote, this.#line('path', path)]]), [annotations]);
  }

  /** Says of a resource which generator of a file made it. Upstream: reswrangler.go AddOriginAnnotation. */
  noteGenerator(made: Resource, file: string, plugin: string): void {
    if (!this.isAsked || made.annotations.has(originNote)) return;
    made.setTexts('annotations', new Map([...made.annotations, [originNote, this.#configured(file, plugin)]]));
  }

  /**
   * Says of all resources what changed them; what has no origin is taken as made by that. Upstream: AddTransformerAnnotation.
   */
  noteChange(resources: Resources, file: string, plugin: string): Failure | undefined {
    if (!this.isAsked) return undefined;
    const by = this.#configured(file, plugin);
    for (const each of resources.all) {
      const notes = each.annotations;
      const [origin, changes = ''] = [notes.get(originNote), notes.get(changesNote)];
      // What somebody else wrote there is read as YAML upstream, and written anew.
      if (
        !/^(?:(?:path|configuredIn): [\s\S]*\n)?$/.test(origin ?? '') ||
        !/^(?:- configuredIn: [\s\S]*\n)?$/.test(changes)
      ) {
        return notPlayed({ kind: 'kustomize', field: 'buildMetadata' });
      }
      const item = by.replace(/^/, '- ').replace(/\n(?=.)/g, '\n  ');
      if (origin === undefined) notes.set(originNote, by);
      else notes.set(changesNote, `${changes}${item}`);
      each.setTexts('annotations', notes);
    }
    return undefined;
  }

  /** Adds the label that is asked for, and takes away what is not. Upstream: kustomizer.go Run. */
  finish(resources: Resources, isLabelled: boolean): Failure | undefined {
    const version = kustomizeRelease(this.#session.host.release);
    const label = new Map([['app.kubernetes.io/managed-by', `kustomize-${version}`]]);
    if (isLabelled || this.#asked.includes('managedByLabel')) {
      const failed = setTexts(this.#session, resources, label, [labels]);
      if (failed !== undefined) return failed;
    }
    for (const each of resources.all) {
      const kept = [...each.annotations].filter(([name]) => !notesOfBuilds.has(name) && !this.#isUnasked(name));
      each.setTexts('annotations', new Map(kept));
    }
    return undefined;
  }

  #isUnasked(name: string): boolean {
    return (
      (name === originNote && !this.#asked.includes('originAnnotations')) ||
      (name === changesNote && !this.#asked.includes('transformerAnnotations'))
    );
  }

  #configured(file: string, plugin: string): string {
    return `${this.#line('configuredIn', file)}configuredBy:\n  apiVersion: builtin\n  kind: ${plugin}\n`;
  }

  #line(key: string, text: string): string {
    return this.#session.host.printYaml(new Map([[key, text]]));
  }
}

/** The annotations of tools that build, which are taken away. Upstream: resource.go RemoveBuildAnnotations; kyaml kio. */
const notesOfBuilds: ReadonlySet<string> = new Set([
  ...['index', 'path'].map((name) => `config.kubernetes.io/${name}`),
  'config.k8s.io/id',
  ...[
    ...['previousKinds', 'previousNames', 'previousNamespaces', 'prefixes', 'suffixes', 'generatorBehavior'],
    ...['needsHashSuffix', 'allowNameChange', 'allowKindChange', 'refBy', 'path', 'index', 'seqindent', 'id'],
    'annotations-migration-resource-id',
    'helm-generated',
  ].map((name) => `internal.config.kubernetes.io/${name}`),
]);
