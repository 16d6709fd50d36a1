import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Extractor, ExtractorConfig, ExtractorLogLevel } from '@microsoft/api-extractor';
import { fileOf } from './bundle.ts';
import { type Published, published, root } from './published.ts';
import { referencePage } from './reference.ts';

/** What an entry point exports: with types alone, for review, or with comments, for readers. */
export interface ApiReport {
  /** The file that holds it, from the root of the repository. */
  readonly file: string;
  readonly text: string;
}

/**
 * Reports what the entry points of a package export, by the declarations that its users get. `staged` is the folder in
 * which these were made. The entry point `whole` is left out, as it exports what the package itself does.
 */
export function apiReports(each: Published, staged: string): readonly ApiReport[] {
  const { folder, entryPoints } = each;
  const place = mkdtempSync(join(tmpdir(), 'api-'));
  const exported = exportedIn(dirname(staged));
  try {
    return Object.keys(entryPoints)
      .filter((entryPoint) => entryPoint !== './whole')
      .flatMap((entryPoint): readonly ApiReport[] => {
        const name = `${fileOf(entryPoint)}.api.md`;
        extract(staged, fileOf(entryPoint), name, place);
        const model = readFileSync(join(place, modelName), 'utf8');
        const text = withoutExported(readFileSync(join(place, name), 'utf8'), exported);
        return [
          { file: `packages/${folder}/api/${name}`, text },
          { file: pageOf(folder, entryPoint), text: referencePage(each, entryPoint, model) },
        ];
      });
  } finally {
    rmSync(place, { recursive: true });
  }
}

/** The names that the packages in a folder export, by any of their entry points. */
function exportedIn(folder: string): ReadonlySet<string> {
  const files = published.flatMap((each) => {
    const names = Object.keys(each.entryPoints).map((entryPoint) => `${fileOf(entryPoint)}.d.ts`);
    return names.map((name) => join(folder, each.folder, name)).filter((file) => existsSync(file));
  });
  const lists = files.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/^export (?:type )?\{([^}]*)\}/gm)]);
  const names = lists.flatMap(([, list = '']) => list.split(','));
  return new Set(
    names.map((name) =>
      name
        .trim()
        .replace(/^type /, '')
        .replace(/^.* as /, ''),
    ),
  );
}

/**
 * A report without the complaints about names that another entry point exports: who writes a function's types down imports
 * them from there. What is left is exported by nobody.
 */
function withoutExported(text: string, exported: ReadonlySet<string>): string {
  const lines = text.split('\n').filter((line) => {
    const name = /\(ae-forgotten-export\) The symbol "(\w+?)(?:_\d+)?" needs/.exec(line)?.[1];
    // A module as a whole, whose entry point has it as its own.
    return name === undefined || !(exported.has(name) || name.endsWith('_d_exports'));
  });
  return lines.join('\n').replace(/\/\/ Warnings were encountered during analysis:\n\/\/\n(?!\/\/)\n?/, '');
}

/** Returns a report's complaints about names that its entry point speaks of and nobody exports, a line each. */
export function notExported({ text }: ApiReport): string[] {
  return text.match(/.*ae-forgotten-export.*/g) ?? [];
}

/** Returns the text of a committed report; empty where there is none. */
export function committed({ file }: ApiReport): string {
  try {
    return readFileSync(`${root}${file}`, 'utf8');
  } catch {
    return '';
  }
}

const modelName = 'model.api.json';

/** Where the page of an entry point lies: `docs/reference/merge-engine-fieldpath.md`. */
export function pageOf(folder: string, entryPoint: string): string {
  return `docs/reference/${folder}${entryPoint === '.' ? '' : `-${fileOf(entryPoint)}`}.md`;
}

function extract(staged: string, entryPoint: string, name: string, place: string): void {
  const off = { default: { logLevel: ExtractorLogLevel.None } };
  mkdirSync(join(place, 'temporary'), { recursive: true });
  const config = ExtractorConfig.prepare({
    configObject: {
      projectFolder: staged,
      mainEntryPointFilePath: join(staged, `${entryPoint}.d.ts`),
      newlineKind: 'lf',
      compiler: {
        overrideTsconfig: {
          compilerOptions: {
            target: 'ES2022',
            lib: ['ES2023', 'DOM'],
            module: 'ESNext',
            moduleResolution: 'bundler',
            skipLibCheck: true,
            types: [],
          },
          files: [`${entryPoint}.d.ts`],
        },
      },
      apiReport: {
        enabled: true,
        reportFileName: name,
        reportFolder: place,
        reportTempFolder: join(place, 'temporary'),
      },
      docModel: { enabled: true, apiJsonFilePath: join(place, modelName) },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      messages: {
        compilerMessageReporting: off,
        // What an entry point speaks of but does not export shows in its report.
        extractorMessageReporting: {
          ...off,
          'ae-forgotten-export': { logLevel: ExtractorLogLevel.None, addToApiReportFile: true },
        },
        tsdocMessageReporting: off,
      },
    },
    configObjectFullPath: undefined,
    packageJsonFullPath: join(staged, 'package.json'),
  });
  const result = Extractor.invoke(config, {
    localBuild: true,
    messageCallback: (message) => {
      message.handled = true;
    },
  });
  if (result.errorCount > 0) throw new Error(`${entryPoint} of ${staged} has declarations that cannot be read`);
}
