import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Extractor, ExtractorConfig, ExtractorLogLevel } from '@microsoft/api-extractor';
import { fileOf } from '../packages/bundle.ts';
import { type Published, root } from '../packages/published.ts';

/** The report of a door: everything that it exports, with types. */
export interface ApiReport {
  /** The file that holds it, from the root of the repository. */
  readonly file: string;
  readonly text: string;
}

/**
 * What the doors of a package export, by the declarations that its users get, made ready in a folder. A door for all
 * of it at once exports what the package itself does, so `whole` is left out.
 */
export function apiReports({ folder, doors }: Published, staged: string): readonly ApiReport[] {
  const place = mkdtempSync(join(tmpdir(), 'api-'));
  try {
    return Object.keys(doors)
      .filter((door) => door !== './whole')
      .map((door) => {
        const name = `${fileOf(door)}.api.md`;
        extract(staged, fileOf(door), name, place);
        return { file: `packages/${folder}/api/${name}`, text: readFileSync(join(place, name), 'utf8') };
      });
  } finally {
    rmSync(place, { recursive: true });
  }
}

/** What a committed report says; empty where there is none. */
export function committed({ file }: ApiReport): string {
  try {
    return readFileSync(`${root}${file}`, 'utf8');
  } catch {
    return '';
  }
}

function extract(staged: string, door: string, name: string, place: string): void {
  const off = { default: { logLevel: ExtractorLogLevel.None } };
  mkdirSync(join(place, 'temporary'), { recursive: true });
  const config = ExtractorConfig.prepare({
    configObject: {
      projectFolder: staged,
      mainEntryPointFilePath: join(staged, `${door}.d.ts`),
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
          files: [`${door}.d.ts`],
        },
      },
      apiReport: {
        enabled: true,
        reportFileName: name,
        reportFolder: place,
        reportTempFolder: join(place, 'temporary'),
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      messages: {
        compilerMessageReporting: off,
        // What a door speaks of but does not export shows in its report.
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
  if (result.errorCount > 0) throw new Error(`${door} of ${staged} has declarations that cannot be read`);
}
