import { jsonPathOf } from '@managed-fields/api-server/tables';
import {
  formatGoSyntax,
  formatJson,
  formatValue,
  isList,
  isMap,
  quote,
  type Value,
  type ValueMap,
} from '@managed-fields/merge-engine';
import { type Failure, fail, notPlayed } from '../failure.ts';
import type { Flags } from '../flags.ts';
import type { Session } from '../session.ts';
import { executeTemplate } from '../template/execute.ts';
import { functions } from '../template/functions.ts';
import { parseTemplates } from '../template/parse.ts';
import type { Printer } from './printer.ts';

const goFormats = ['go-template', 'go-template-file', 'template', 'templatefile'];
const pathFormats = ['jsonpath', 'jsonpath-as-json', 'jsonpath-file'];

/** The formats of `-o` that take a template. */
export const templateFormats: readonly string[] = [...goFormats, ...pathFormats];

/** A format with its template: `jsonpath` and `{.spec}` of `jsonpath={.spec}`. */
interface Given {
  readonly format: string;
  readonly template: string;
}

/**
 * Makes the printer of a template, of Go or of JSONPath; undefined where the format is no such one. `typed` objects have Go
 * structs, whose whole numbers JSONPath sees as floats.
 * Upstream: cli-runtime pkg/genericclioptions/kube_template_flags.go, jsonpath_flags.go, template_flags.go.
 */
export function templatePrinterOf(
  session: Session,
  flags: Flags,
  format: string,
  typed: boolean,
): Printer | Failure | undefined {
  const given = givenTemplate(flags, format, templateFormats);
  if (given === undefined) return undefined;
  const isPath = pathFormats.includes(given.format);
  if (given.template === '') return fail('template format specified but no template given');
  const isFile = ['jsonpath-file', 'go-template-file', 'templatefile'].includes(given.format);
  const template = isFile ? fileText(session, given.template) : given.template;
  if (template === undefined) {
    return fail(`error reading --template ${given.template}, open ${given.template}: no such file or directory`);
  }
  const lenient = flags.truth('allow-missing-template-keys');
  return isPath
    ? pathPrinterOf(session, template, { lenient, typed, json: given.format === 'jsonpath-as-json' })
    : goPrinterOf(session, template, { lenient, typed });
}

/** The template that belongs to one of some formats: that of `--template`, or what stands behind the format. */
export function givenTemplate(flags: Flags, format: string, formats: readonly string[]): Given | undefined {
  const argument = flags.text('template');
  if (argument !== '') return formats.includes(format) ? { format, template: argument } : undefined;
  const found = formats.find((each) => format === each || format.startsWith(`${each}=`));
  return found === undefined ? undefined : { format: found, template: format.slice(found.length + 1) };
}

/** The text of a file that a flag names; undefined where there is none. */
export function fileText(session: Session, name: string): string | undefined {
  const text = session.command.files.get(name);
  if (text === undefined) session.lacks(name);
  return text;
}

interface PathOptions {
  readonly lenient: boolean;
  readonly typed: boolean;
  readonly json: boolean;
}

/** Upstream: cli-runtime pkg/printers/jsonpath.go. */
function pathPrinterOf(session: Session, template: string, { lenient, typed, json }: PathOptions): Printer | Failure {
  const read = jsonPathOf(template, { allowMissingKeys: lenient, outputJson: json });
  if (read.kind === 'error') return fail(`error parsing jsonpath ${template}, ${read.message}`);
  return {
    print(object) {
      const data = typed ? withFloats(object) : object;
      const printed = read.path.print(data);
      if (printed.kind === 'too-much') return notPlayed({ kind: 'too-much' });
      if (printed.kind === 'text') {
        session.out(printed.text);
        return undefined;
      }
      const more =
        `Error executing template: ${printed.message}. Printing more information for debugging the template:\n` +
        `\ttemplate was:\n\t\t${template}\n\tobject given to jsonpath engine was:\n\t\t${formatGoSyntax(data)}\n\n`;
      return fail(`error executing jsonpath ${quote(template)}: ${more}\n`);
    },
  };
}

/** The value with floats for whole numbers, as encoding/json reads it into an `any`. */
function withFloats(value: Value): Value {
  if (typeof value === 'bigint') return Number(value);
  if (isList(value)) return value.map(withFloats);
  return isMap(value) ? new Map([...value].map(([key, each]) => [key, withFloats(each)])) : value;
}

const templateName = 'output';

/** Upstream: cli-runtime pkg/printers/template.go. */
function goPrinterOf(
  session: Session,
  template: string,
  { lenient, typed }: Omit<PathOptions, 'json'>,
): Printer | Failure {
  const parsed = parseTemplates(templateName, template, functions);
  if (parsed.kind === 'error') return fail(`error parsing template ${template}, ${parsed.message}`);
  return {
    print(object: ValueMap) {
      const executed = executeTemplate(parsed, templateName, object, !lenient);
      if (executed.kind === 'too-much') return notPlayed({ kind: 'too-much' });
      session.out(executed.text);
      if (executed.failed === undefined) return undefined;
      const raw = formatJson(object, { sortKeys: !typed });
      session.out(
        `Error executing template: ${executed.failed}. Printing more information for debugging the template:\n` +
          `\ttemplate was:\n\t\t${template}\n\traw data was:\n\t\t${raw}\n` +
          `\tobject given to template engine was:\n\t\t${formatValue(object)}\n\n`,
      );
      return fail(`error executing template ${quote(template)}: ${executed.failed}`);
    },
  };
}
