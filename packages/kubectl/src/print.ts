import {
  formatJson,
  isMap,
  listAt,
  metadataOf,
  stringAt,
  type Value,
  type ValueMap,
  withEntry,
  withMetadata,
} from '@managed-fields/merge-engine';
import { type Failure, fail, notPlayed } from './failure.ts';
import type { Flags } from './flags.ts';
import type { Session } from './session.ts';

/** Whether a command changes anything, and where a dry run ends: at the client or at the server. */
export type DryRun = 'none' | 'client' | 'server';

/** Prints objects in the format of `-o`, or as a line that says what happened. */
export interface Printer {
  /** `operation` is `created`, `configured` or the like; empty for none. */
  print(object: ValueMap, operation: string): void;
}

const allFormats =
  'go-template,go-template-file,json,jsonpath,jsonpath-as-json,jsonpath-file,kyaml,name,template,templatefile,yaml'.split(
    ',',
  );

/**
 * Makes the printer that the flags ask for. Several objects of one printer are separated in YAML. The JSON of a `typed`
 * command keeps the order of fields; other commands sort them. `formats` are those that the command allows.
 * Upstream: k8s.io/cli-runtime pkg/genericclioptions/print_flags.go ToPrinter, pkg/printers.
 */
export function printerOf(
  session: Session,
  flags: Flags,
  dryRun: DryRun,
  typed = false,
  formats: readonly string[] = allFormats,
): Printer | Failure {
  const format = flags.text('output');
  if (format !== '' && !formats.includes(format.split('=')[0] ?? '')) {
    return fail(
      `unable to match a printer suitable for the output format "${format}", allowed formats are: ${formats.join(',')}`,
    );
  }
  const bare = (object: ValueMap) => (flags.truth('show-managed-fields') ? object : withoutManagedFields(object));
  const note = dryRun === 'none' ? '' : dryRun === 'client' ? ' (dry run)' : ' (server dry run)';
  let printed = 0;
  switch (format) {
    case '':
      return { print: (object, operation) => session.out(nameLines(object, `${operation}${note}`)) };
    case 'name':
      return { print: (object) => session.out(nameLines(object, '')) };
    case 'json':
      return { print: (object) => session.out(`${formatJson(bare(object), { indent: 4, sortKeys: !typed })}\n`) };
    case 'yaml':
      return {
        print(object) {
          if (printed++ > 0) session.out('---\n');
          session.out(session.host.printYaml(bare(object)));
        },
      };
    default:
      return notPlayed({ kind: 'format', format });
  }
}

/** Whether `-o` asks for the objects and not for a line of each. */
export function printsObject(flags: Flags): boolean {
  return flags.text('output') !== '' && flags.text('output') !== 'name';
}

/**
 * Returns the line of an object, `deployment.apps/web created`; for a list, a line of each item. Upstream:
 * pkg/printers/name.go.
 */
function nameLines(object: ValueMap, operation: string): string {
  const items = listAt(object, 'items');
  if (items !== undefined) return items.map((item) => (isMap(item) ? nameLines(item, operation) : '')).join('');
  const [version = '', group] = (stringAt(object, 'apiVersion') ?? '').split('/').reverse();
  const kind = (stringAt(object, 'kind') ?? '').toLowerCase();
  const name = stringAt(metadataOf(object), 'name') ?? '';
  const qualified = group === undefined || version === '' ? kind : `${kind}.${group}`;
  const words = operation === '' ? '' : ` ${operation}`;
  return `${qualified}/${name === '' ? '<unknown>' : name}${words}\n`;
}

/** Upstream: pkg/printers/managedfields.go omitManagedFields. */
function withoutManagedFields(object: ValueMap): ValueMap {
  const items = listAt(object, 'items');
  if (items !== undefined) {
    const bare = items.map((item): Value => (isMap(item) ? withoutManagedFields(item) : item));
    return withEntry(object, 'items', bare);
  }
  return withMetadata(object, 'managedFields', undefined);
}

/** Makes a List of several objects, as apply prints them. Upstream: kubectl pkg/cmd/apply/apply.go printObjects. */
export function listOf(objects: readonly ValueMap[], metadata: ValueMap): ValueMap {
  return new Map<string, Value>([
    ['apiVersion', 'v1'],
    ['items', [...objects]],
    ['kind', 'List'],
    ['metadata', metadata],
  ]);
}
