import type { ResourceNames, ResourceVersion } from '@managed-fields/api-server';
import { parseTemplate } from '@managed-fields/api-server/tables';
import { quote } from '@managed-fields/merge-engine';
import { hasChange } from '../changes.ts';
import { describedSchemas, kindSchemaOf } from '../discovery/kind-schema.ts';
import { type Failure, fail, isFailure } from '../failure.ts';
import type { Flags } from '../flags.ts';
import { isVersionServed } from '../mapping.ts';
import type { Session } from '../session.ts';
import { modelText } from './model-text.ts';
import { plainText } from './plain-text.ts';

/** What a command explains: a resource, and the names of fields below it. */
interface Asked {
  readonly names: ResourceNames;
  readonly fields: readonly string[];
}

/** `kubectl explain`. Upstream: k8s.io/kubectl pkg/cmd/explain/explain.go. */
export function runExplain(session: Session, flags: Flags): Failure | undefined {
  const [argument, ...more] = flags.args;
  if (argument === undefined) {
    const hint = 'Use "kubectl api-resources" for a complete list of supported resources.';
    return fail(`You must specify the type of resource to explain. ${hint}\n`);
  }
  if (more.length > 0) return fail('We accept only this format: explain RESOURCE\n');
  const [isRecursive, most] = [flags.truth('recursive'), flags.number('max-depth')];
  if (most > 0 && !isRecursive) return fail('--max-depth requires --recursive');
  if (most < 0) return fail('--max-depth must be non-negative');
  const depth = isRecursive ? most || Number.POSITIVE_INFINITY : 0;
  const apiVersion = flags.text('api-version');
  const asked = askedFor(session, argument, apiVersion === '');
  if (isFailure(asked)) return asked;
  const { names, fields } = asked;
  const parts = apiVersion.split('/');
  if (parts.length > 2) return fail(`unexpected GroupVersion string: ${apiVersion}`);
  const [version = '', group = ''] = apiVersion === '' ? [names.preferredVersion, names.group] : parts.toReversed();
  const found = servedVersion(session, group, version, names.plural);
  if (flags.text('output') === 'plaintext-openapiv2') {
    const kind = found?.resource.kind === names.kind ? found : undefined;
    const meant = kind ?? servedKind(session, group, version, names.kind);
    if (meant === undefined) {
      return fail(`couldn't find resource for "${group}/${version}, Kind=${names.kind}"`);
    }
    return printed(session, modelText(schemaOf(session, meant), fields, depth));
  }
  const resource = `${group}/${version}, Resource=${names.plural}`;
  if (!isVersionServed(session.catalog, group, version)) return fail(`couldn't find resource for "${resource}"`);
  const format = flags.text('output');
  if (format !== 'plaintext') return fail(`unrecognized format: ${format}`);
  if (found === undefined) return fail(`GVR (${resource}) not found in OpenAPI schema`);
  const hasDocs = hasChange('externalDocs', session.host.release);
  return printed(session, plainText(schemaOf(session, found), fields, depth, hasDocs));
}

function schemaOf({ catalog }: Session, version: ResourceVersion) {
  return kindSchemaOf(describedSchemas(catalog), version, catalog);
}

/** Prints what there is, also where it ends in a failure. */
function printed(session: Session, { text, error }: { readonly text: string; readonly error?: string }) {
  session.out(text);
  return error === undefined ? undefined : fail(error);
}

/**
 * Reads `deployments.spec.replicas`, or `deployments.apps.spec`. `grouped`: whether the name of the group may stand behind that of
 * the resource. Upstream: k8s.io/kubectl pkg/explain/explain.go SplitAndParseResourceRequestWithMatchingPrefix.
 */
function askedFor(session: Session, argument: string, grouped: boolean): Asked | Failure {
  const read = fieldsOf(argument);
  if (isFailure(read)) return read;
  const [name, ...rest] = read;
  if (name === undefined) return fail('invalid jsonpath syntax, first node must be field node');
  if (name === '') return fail('a resource must be present, got: /, Resource=');
  const all = resourcesNamed(session, name);
  const [first] = all;
  if (first === undefined) {
    return { ...fail(`the server doesn't have a resource type ${quote(name)}`), bare: true, unknownResource: name };
  }
  const whole = ({ group, plural }: ResourceNames) => (group === '' ? plural : `${plural}.${group}`);
  const meant = grouped ? all.find((each) => argument.startsWith(whole(each))) : undefined;
  if (meant === undefined) {
    const message = `invalid jsonpath syntax, ${grouped ? 'first node must be field node' : 'all nodes must be field nodes'}`;
    return rest.includes(undefined)
      ? fail(message)
      : { names: first, fields: rest.filter((each) => each !== undefined) };
  }
  const behind = argument.slice(whole(meant).length);
  // What stands behind begins with a dot, so that its first part goes down to any depth.
  const below = behind === '' ? [] : fieldsOf(behind);
  if (isFailure(below)) return below;
  const fields = below.slice(1);
  if (fields.includes(undefined)) return fail('invalid jsonpath syntax, first node must be field node');
  return { names: meant, fields: fields.filter((each) => each !== undefined) };
}

/** The parts of a path, undefined for one that is no field. Upstream: explain.go jsonPathParse. */
function fieldsOf(path: string): readonly (string | undefined)[] | Failure {
  const parsed = parseTemplate(`{.${path.replace(/\.$/, '')}}`);
  if (parsed.kind === 'error') return fail(parsed.message);
  const [only, ...others] = parsed.root.nodes;
  if (only?.kind !== 'list' || others.length > 0) return fail('must pass in 1 jsonpath string');
  return only.nodes.map((node) => (node.kind === 'field' ? node.name : undefined));
}

/** The resources that a name without a group means, the preferred ones first. Upstream: apimachinery restmapper.go ResourcesFor. */
function resourcesNamed({ catalog }: Session, name: string): readonly ResourceNames[] {
  const lower = name.toLowerCase();
  const all = catalog.names();
  const called = all.filter(({ plural, singular }) => plural === lower || singular === lower);
  if (called.length > 0) return called;
  return all.filter(({ shortNames }) => shortNames.includes(name)).slice(0, 1);
}

function servedVersion(session: Session, group: string, version: string, plural: string): ResourceVersion | undefined {
  const found = session.catalog.find(group, version, plural);
  return found?.served ? found : undefined;
}

function servedKind({ catalog }: Session, group: string, version: string, kind: string): ResourceVersion | undefined {
  return catalog.findKind(group === '' ? version : `${group}/${version}`, kind);
}
