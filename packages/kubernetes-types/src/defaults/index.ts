import type { ValueMap } from '@managed-fields/merge-engine';
import type { PlayedVersion } from '../versions.ts';
import { apps } from './apps.ts';
import { core } from './core.ts';
import { otherTables } from './other-groups.ts';
import { applyDefaults, type CompiledTable, table } from './table.ts';

type Tables = Readonly<Record<string, CompiledTable>>;

const none: CompiledTable = table({});

/** Tables by kind. A kind that has no defaults at all is listed with an empty table. */
const coreTables: Tables = { ...core, ServiceAccount: none, Event: none, Binding: none, ComponentStatus: none };
const appsTables: Tables = { ...apps, ControllerRevision: none };

/**
 * Returns the function that sets the defaults of a kind on a decoded object; undefined where the kind is not known
 * here. Setting defaults twice is the same as once.
 */
export function defaultsFor(
  group: string,
  version: string,
  kind: string,
  kubernetes: PlayedVersion,
): ((object: ValueMap) => ValueMap) | undefined {
  const found = tablesFor(group, version)[kind];
  return found === undefined ? undefined : (object) => applyDefaults(found, object, kubernetes);
}

function tablesFor(group: string, version: string): Tables {
  const versioned = group === '' ? version : `${group}/${version}`;
  if (versioned === 'v1') return coreTables;
  if (versioned === 'apps/v1') return appsTables;
  return group === '' || group === 'apps' ? {} : (otherTables[versioned] ?? {});
}
