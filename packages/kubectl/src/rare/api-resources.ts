import type { ResourceNames, ResourceVersion } from '@managed-fields/api-server';
import { compareStrings, mapFromPlain, type ValueMap } from '@managed-fields/merge-engine';
import { hasChange } from '../changes.ts';
import { type Failure, fail } from '../failure.ts';
import type { Flags } from '../flags.ts';
import { usageFailure } from '../options.ts';
import { objectFormats, objectPrinterOf, unknownFormat } from '../print.ts';
import { TabWriter } from '../printing/tab-writer.ts';
import type { Session } from '../session.ts';

/** `kubectl api-resources`. Upstream: k8s.io/kubectl pkg/cmd/apiresources/apiresources.go. */
export function runApiResources(session: Session, flags: Flags): Failure | undefined {
  if (flags.args.length > 0) {
    return unexpected(session, flags, 'kubectl api-resources');
  }
  const format = flags.text('output');
  const isWritten = objectFormats(session).includes(format.toLowerCase());
  if (hasChange('resourcesInAllFormats', session.host.release)) {
    const allowed = [...objectFormats(session), 'name', 'wide'];
    if (!isWritten && !['', 'name', 'wide'].includes(format)) return unknownFormat(format, allowed);
  } else if (!['', 'name', 'wide'].includes(format)) return fail(`--output ${format} is not available`);
  const sortBy = flags.text('sort-by');
  if (!['', 'name', 'kind'].includes(sortBy)) return fail('--sort-by accepts only name or kind');
  const shown = session.catalog.names().filter((names) => isAsked(names, flags));
  if (isWritten && hasChange('resourcesInAllFormats', session.host.release)) {
    const printer = objectPrinterOf(session, format.toLowerCase(), { typed: true, whole: true });
    return printer.print(listOf(inOrder(shown, sortBy)), '');
  }
  const writer = new TabWriter(session.out);
  const rows = inOrder(shown, sortBy).map((names) => rowOf(names, format));
  const titles = ['NAME', 'SHORTNAMES', 'APIVERSION', 'NAMESPACED', 'KIND'];
  const header = format === 'wide' ? [...titles, 'VERBS', 'CATEGORIES'] : titles;
  const headed = flags.truth('no-headers') || format === 'name' ? rows : [header, ...rows];
  for (const row of headed) writer.write(`${row.join('\t')}\n`);
  writer.flush();
  return undefined;
}

/** What a server tells of resources, as one list. Upstream: apiresources.go RunAPIResources; apimachinery meta/v1 APIResource. */
function listOf(all: readonly ResourceNames[]): ValueMap {
  const resources = all.map((names) => {
    const { group, plural, singular, kind, namespaced, preferredVersion, shortNames, verbs, categories } =
      listed(names);
    const rest = {
      ...(shortNames.length === 0 ? {} : { shortNames }),
      ...(categories.length === 0 ? {} : { categories }),
    };
    const own = { ...(group === '' ? {} : { group }), version: preferredVersion };
    return { name: plural, singularName: singular, namespaced, ...own, kind, verbs, ...rest };
  });
  const list = { kind: 'APIResourceList', apiVersion: 'v1', groupVersion: '' };
  return mapFromPlain({ ...list, resources: resources.length === 0 ? null : resources });
}

/** A resource with the lists that a catalog may leave out. */
function listed(names: ResourceNames) {
  return { verbs: [], categories: [], ...names };
}

function isAsked(names: ResourceNames, flags: Flags): boolean {
  const { group, namespaced, verbs, categories } = listed(names);
  if (verbs.length === 0) return false;
  if (flags.changed('api-group') && group !== flags.text('api-group')) return false;
  if (flags.changed('namespaced') && namespaced !== flags.truth('namespaced')) return false;
  return (
    flags.list('verbs').every((verb) => verbs.includes(verb)) &&
    flags.list('categories').every((category) => categories.includes(category))
  );
}

function inOrder(all: readonly ResourceNames[], sortBy: string): readonly ResourceNames[] {
  const key = ({ group, plural, kind }: ResourceNames) =>
    sortBy === 'name' ? plural : sortBy === 'kind' ? kind : group;
  return all.toSorted((a, b) => compareStrings(key(a), key(b)) || compareStrings(a.plural, b.plural));
}

function rowOf(names: ResourceNames, format: string): readonly string[] {
  const { group, plural, kind, shortNames, namespaced, preferredVersion, verbs, categories } = listed(names);
  const version = group === '' ? preferredVersion : `${group}/${preferredVersion}`;
  if (format === 'name') return [group === '' ? plural : `${plural}.${group}`];
  const row = [plural, shortNames.join(','), version, String(namespaced), kind];
  return format === 'wide' ? [...row, verbs.join(','), categories.join(',')] : row;
}

function unexpected(session: Session, flags: Flags, command: string): Failure {
  const words = `unexpected arguments: [${flags.args.join(' ')}]`;
  return hasChange('argumentsWithoutUsage', session.host.release) ? fail(words) : usageFailure(command, words);
}

/** `kubectl api-versions`. Upstream: k8s.io/kubectl pkg/cmd/apiresources/apiversions.go. */
export function runApiVersions(session: Session, flags: Flags): Failure | undefined {
  if (flags.args.length > 0) {
    return unexpected(session, flags, 'kubectl api-versions');
  }
  const { catalog } = session;
  const versions = catalog.names().flatMap(({ group, plural, preferredVersion }) => {
    const found: ResourceVersion | undefined = catalog.find(group, preferredVersion, plural);
    const all: readonly ResourceVersion[] = [...(found?.resource.versions.values() ?? [])];
    return all.filter(({ served }) => served).map(({ apiVersion }) => apiVersion);
  });
  for (const version of [...new Set(versions)].sort(compareStrings)) session.out(`${version}\n`);
  return undefined;
}
