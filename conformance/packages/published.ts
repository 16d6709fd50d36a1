import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { hostedCss } from '@managed-fields/rendering';

/** The root of the repository, with a slash at its end. */
export const root = fileURLToPath(new URL('../../', import.meta.url));

/** A package that others can install. */
export interface Published {
  /** Its folder below `packages/`, which is also its name without the scope. */
  readonly folder: string;
  /**
   * Its entry points: what a user writes after the package's name (`.` for nothing), and the file behind it from the
   * root.
   */
  readonly entryPoints: Readonly<Record<string, string>>;
  /** Its style sheets, by their names. */
  readonly styles?: Readonly<Record<string, string>>;
}

/**
 * The packages that are published. What is not in this list (kubectl, kubernetes-types, known-definitions, source,
 * scenario, rendering) is bundled into those that need it. The server brings the built-in kinds, kubectl and the readers
 * of YAML as entry points of its own: a server without kinds is of little use, and one package cannot disagree with itself
 * about versions. What is asked of many objects (survey, forecast, audit, rendering) is one package for the same reason.
 */
export const published: readonly Published[] = [
  { folder: 'merge-engine', entryPoints: entryPointsOf('merge-engine') },
  {
    folder: 'api-server',
    entryPoints: {
      ...entryPointsOf('api-server'),
      './kubectl': 'packages/kubectl/src/index.ts',
      './kubernetes-types': 'packages/kubernetes-types/src/index.ts',
      './known-definitions': 'packages/known-definitions/src/whole.ts',
      './source': 'packages/source/src/index.ts',
      './node': 'packages/node-server/src/index.ts',
    },
  },
  {
    folder: 'analysis',
    entryPoints: {
      ...entryPointsOf('analysis'),
      './forecast': 'packages/forecast/src/index.ts',
      './survey': 'packages/survey/src/index.ts',
      './audit': 'packages/audit/src/index.ts',
      './rendering': 'packages/rendering/src/index.ts',
    },
  },
  { folder: 'share-link', entryPoints: entryPointsOf('share-link') },
  // In which language views speak is not told: the words of one would be in every page that shows an object.
  { folder: 'view', entryPoints: without('./object-view', entryPointsOf('view')) },
  { folder: 'embed', entryPoints: entryPointsOf('embed'), styles: { 'static.css': `${hostedCss}\n` } },
];

/**
 * Whether the program is on npm. Until it is, its name there is free for anybody, so no text may tell readers to install or run it
 * by its name alone; `installing.test.ts` holds all texts to that.
 */
export const isOnNpm: boolean = false;

/** The package that is a program: its code is bundled as that of the others, and nobody imports it. */
export const program: Published = {
  folder: 'cli',
  entryPoints: { './main': 'packages/cli/src/main.ts', './survey-worker': 'packages/cli/src/survey/worker.ts' },
};

/** The manifest of a package, as far as publishing reads it. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly description?: string;
  readonly keywords?: readonly string[];
  readonly license?: string;
  readonly sideEffects?: boolean | readonly string[];
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, unknown>>;
  readonly exports: Readonly<Record<string, string>>;
  /** The programs of the package, by what is typed. */
  readonly bin?: Readonly<Record<string, string>>;
}

/** The manifest of a package in this repository. */
export function manifestOf(folder: string): Manifest {
  return JSON.parse(readFileSync(`${root}packages/${folder}/package.json`, 'utf8'));
}

/** The entry points that a package has inside the repository too. */
function without(left: string, entryPoints: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(entryPoints).filter(([name]) => name !== left));
}

function entryPointsOf(folder: string): Record<string, string> {
  const { exports } = manifestOf(folder);
  return Object.fromEntries(
    Object.entries(exports).map(([entryPoint, file]) => [entryPoint, `packages/${folder}/${file.slice(2)}`]),
  );
}
