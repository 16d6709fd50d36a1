import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Enums, Models, Serialize, Spec } from '@cyclonedx/cyclonedx-library';
import { root } from '../../conformance/packages/published.ts';
import { programVersion } from './build.ts';

/** What is in an executable, as CycloneDX 1.6: Node, and each third-party package with its version and licence. */
export function sbom(packages: readonly string[], places: (name: string) => string): string {
  const bom = new Models.Bom();
  const program = new Models.Component(Enums.ComponentType.Application, 'managed-fields', {
    version: programVersion(),
  });
  program.licenses.add(new Models.SpdxLicense('Apache-2.0'));
  bom.metadata.component = program;
  const node = new Models.Component(Enums.ComponentType.Platform, 'node', { version: process.versions.node });
  const components = [node];
  for (const name of packages) {
    const { version, license }: { version: string; license?: string } = JSON.parse(readFileSync(places(name), 'utf8'));
    const [scope, own] = name.startsWith('@') ? name.split('/') : [undefined, name];
    const component = new Models.Component(Enums.ComponentType.Library, own ?? name, {
      version,
      ...(scope === undefined ? {} : { group: scope }),
      purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
      bomRef: `${name}@${version}`,
    });
    if (license !== undefined) component.licenses.add(new Models.NamedLicense(license));
    components.push(component);
  }
  for (const component of components) bom.components.add(component);
  const serializer = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6));
  return `${serializer.serialize(bom, { sortLists: true, space: 2 })}\n`;
}

/** The manifest of a package that the program brings along. */
export function manifestPath(name: string): string {
  const folders = ['packages/cli', 'packages/share-link', 'packages/survey', 'packages/merge-engine', '.'];
  for (const folder of folders) {
    const from = createRequire(`${root}${folder}/package.json`);
    for (const place of from.resolve.paths(name) ?? []) {
      const path = `${place}/${name}/package.json`;
      try {
        readFileSync(path);
        return path;
      } catch {
        // The next place.
      }
    }
  }
  throw new Error(`no manifest of ${name}`);
}
