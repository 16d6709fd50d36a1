import {
  formatJson,
  isMap,
  listAt,
  metadataOf,
  textAt,
  type Value,
  type ValueMap,
  withEntry,
  withMetadata,
} from '@managed-fields/merge-engine';
import { hasChange } from './changes.ts';
import { type Failure, fail, isFailure } from './failure.ts';
import type { Flags } from './flags.ts';
import { formatKyaml } from './printing/kyaml.ts';
import type { Printer } from './printing/printer.ts';
import { templateFormats, templatePrinterOf } from './printing/template-printer.ts';
import type { Session } from './session.ts';

/** Whether a command changes anything, and where a dry run ends: at the client or at the server. */
export type DryRun = 'none' | 'client' | 'server';

/** The formats of `-o` that write the objects themselves. Upstream: genericclioptions/json_yaml_flags.go AllowedFormats. */
export function objectFormats(session: Session): readonly string[] {
  const { release } = session.host;
  const asked = session.env('KUBECTL_KYAML').toLowerCase();
  const kyaml = hasChange('kyamlAlways', release)
    ? true
    : hasChange('kyamlByDefault', release)
      ? asked !== 'false'
      : hasChange('kyaml', release) && asked === 'true';
  return kyaml ? ['json', 'yaml', 'kyaml'] : ['json', 'yaml'];
}

/** The error of a format that is none of those that a command knows. */
export function unknownFormat(format: string, allowed: readonly string[]): Failure {
  const list = allowed.toSorted().join(',');
  return fail(`unable to match a printer suitable for the output format "${format}", allowed formats are: ${list}`);
}

/**
 * Makes the printer that the flags ask for. Several objects of one printer are separated in YAML. `formats` are those that
 * the command allows, where these are not all.
 * Upstream: k8s.io/cli-runtime pkg/genericclioptions/print_flags.go ToPrinter, pkg/printers.
 */
export function printerOf(
  session: Session,
  flags: Flags,
  dryRun: DryRun,
  typed = false,
  formats?: readonly string[],
): Printer | Failure {
  const hasTemplate = flags.text('template') !== '' && !flags.changed('output');
  const format = hasTemplate ? 'go-template' : flags.text('output');
  const lower = format.toLowerCase();
  const written = objectFormats(session);
  const allowed = formats ?? [...written, 'name', ...templateFormats];
  if (written.includes(lower)) {
    return objectPrinterOf(session, lower, { typed, whole: flags.truth('show-managed-fields') });
  }
  if (formats === undefined && (lower === '' || lower === 'name')) {
    const note = dryRun === 'none' ? '' : dryRun === 'client' ? ' (dry run)' : ' (server dry run)';
    return {
      print(object, operation) {
        session.out(nameLines(object, lower === 'name' ? '' : `${operation}${note}`));
        return undefined;
      },
    };
  }
  const printer = formats === undefined ? templatePrinterOf(session, flags, format, typed) : undefined;
  return printer ?? unknownFormat(format, allowed);
}

/** Makes the printer of a format that writes objects. `whole`: with managedFields. */
export function objectPrinterOf(
  session: Session,
  format: string,
  { typed, whole }: { readonly typed: boolean; readonly whole: boolean },
): Printer {
  let printed = 0;
  return {
    print(object) {
      const shown = whole ? object : withoutManagedFields(object);
      if (format === 'json') session.out(`${formatJson(shown, { indent: 4, sortKeys: !typed })}\n`);
      else if (format === 'kyaml') {
        const written = formatKyaml(shown, !typed);
        if (isFailure(written)) return written;
        session.out(written);
      } else session.out(`${printed++ > 0 ? '---\n' : ''}${session.host.printYaml(shown)}`);
      return undefined;
    },
  };
}

/** Makes the printer of `-o name`. */
export function namePrinterOf(session: Session): Printer {
  return {
    print(object) {
      session.out(nameLines(object, ''));
      return undefined;
    },
  };
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
  const [version = '', group] = textAt(object, 'apiVersion').split('/').reverse();
  const kind = textAt(object, 'kind').toLowerCase();
  const name = textAt(metadataOf(object), 'name');
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
