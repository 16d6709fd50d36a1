import type { ErrorTool } from '@managed-fields/tools';
import type { ErrorObject } from './error-facts.ts';

/** Undoes what terminals and loggers do to a text: colours, boxes, Windows line ends, escaped quotes. */
export function plainText(text: string): string {
  let plain = text
    .replace(/\r\n?/g, '\n')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: terminals colour with them
    .replace(/\x1b\[[0-9;]*[A-Za-z]/g, '')
    .replace(/^[ \t]*[│╷╵┃][ \t]?/gmu, '');
  // A message in JSON or in a Go string may be quoted more than once.
  for (let depth = 0; depth < 3 && /\\+"/.test(plain) && isQuoted(plain); depth++) {
    plain = plain.replace(/\\(["\\n])/g, (_, character: string) => (character === 'n' ? '\n' : character));
  }
  return plain;
}

/** Whether the quotes of the message itself are escaped, and not only those within a name or a value. */
function isQuoted(text: string): boolean {
  return /\[\w+=\\+"|(?:conflicts? with|Kind=\w+\)|field|key|entry|kind|configmaps|resource|\w+\.\w+|\w) \\+"/.test(
    text,
  );
}

const tools: readonly (readonly [ErrorTool, RegExp])[] = [
  ['pulumi', /pulumi|Server-Side Apply field conflict detected/i],
  ['terraform-kubectl', / failed to run apply: /],
  ['terraform', /^[ \t]*[│╷╵]|field manager conflict|The API returned the following conflict|terraform/imu],
  ['argo-cd', /\/dev\/shm\/|one or more (?:objects|synchronization tasks)|argo ?cd/i],
  ['flux', /dry-run failed|kustomize-controller|toolkit\.fluxcd\.io/i],
  [
    'helm',
    /(?:UPGRADE|INSTALLATION|ROLLBACK) FAILED|conflict occurred while applying object|^helm |helm\.go|Helm release/m,
  ],
  ['status', /"kind"\s*:\s*"Status"|^kind: Status$/m],
  ['kubectl', /^(?:error|Error from server|Warning)\b|Please review the fields above--|kubectl apply/m],
  ['log', /"error"\s*:|\berr(?:or)?=|Reconciler error/],
];

/** The program that printed the text, by words that are typical of it. */
export function toolOf(text: string): ErrorTool | undefined {
  // Managers are often named after tools. Their names do not show who printed the text.
  const rest = text.replace(/with \\*"[^"]*"/g, '');
  return tools.find(([, typical]) => typical.test(rest))?.[0];
}

/** The forms in which tools name the object of a message. */
const frames: readonly ((text: string) => ErrorObject | undefined)[] = [
  // kubectl: error when applying patch … Resource: "apps/v1, Resource=deployments", GroupVersionKind: …
  (text) => {
    const kind = /GroupVersionKind: "([^",]*), Kind=(\w+)"/.exec(text);
    const name = /^Name: "([^"]*)", Namespace: "([^"]*)"/m.exec(text);
    return kind === null ? undefined : named(goVersion(kind[1]), kind[2], name?.[2], name?.[1]);
  },
  // The server: failed to create typed patch object (shop/web; apps/v1, Kind=Deployment)
  (text) => {
    const found = /\(([^/()\s;]*)\/([^;()\s]*); ([^,()\s]*), Kind=(\w+)\)/.exec(text);
    return found === null ? undefined : named(goVersion(found[3]), found[4], found[1], found[2]);
  },
  // helm: conflict occurred while applying object shop/web apps/v1, Kind=Deployment
  (text) => {
    const found = /applying object ([^/\s]*)\/(\S+) (\S+), Kind=(\w+)/.exec(text);
    return found === null ? undefined : named(goVersion(found[3]), found[4], found[1], found[2]);
  },
  // helm: cannot patch "web" with kind Deployment
  (text) => {
    const found = /cannot (?:patch|create|replace) "([^"]+)" with kind (\w+)/.exec(text);
    return found === null ? undefined : named(undefined, found[2], undefined, found[1]);
  },
  // flux: Deployment/shop/web dry-run failed
  (text) => {
    const found = /\b([A-Z]\w+)\/([a-z0-9.-]+)(?:\/([a-z0-9.-]+))? (?:dry-run|apply) failed/.exec(text);
    if (found === null) return undefined;
    const [, kind, first, second] = found;
    return named(undefined, kind, second === undefined ? undefined : first, second ?? first);
  },
  // The server: Deployment.apps "web" is invalid
  (text) => {
    const found = /\b([A-Z]\w*)(?:\.([a-z][\w.-]*))? "([^"]*)" is invalid/.exec(text);
    if (found === null || found[2] === 'meta.k8s.io') return undefined;
    // kubectl names the kind without its group.
    return {
      ...named(undefined, found[1], undefined, found[3]),
      ...(found[2] === undefined ? {} : { group: found[2] }),
    };
  },
  // The server: Operation cannot be fulfilled on deployments.apps "web"
  (text) => {
    const found =
      /\b([a-z]+)(?:\.([a-z][\w.-]*))? "([^"]*)"(?::? (?:not found|already exists|is forbidden|the object has))/.exec(
        text,
      );
    if (found === null) return undefined;
    return { resource: found[1] ?? '', group: found[2] ?? '', ...named(undefined, undefined, undefined, found[3]) };
  },
  // kubectl: Warning: resource deployments/web is missing
  (text) => {
    const found = /resource ([a-z]+)\/(\S+) is missing/.exec(text);
    return found === null
      ? undefined
      : { resource: found[1] ?? '', ...named(undefined, undefined, undefined, found[2]) };
  },
  // kubectl: no last-applied-configuration annotation found on resource: web
  (text) => {
    const found = /annotation found on resource: ([^\s,]+)/.exec(text);
    return found === null ? undefined : named(undefined, undefined, undefined, found[1]);
  },
  // terraform: … the manifest for "shop/web"
  (text) => {
    const found = /\bfor "([a-z0-9.-]+)\/([a-z0-9.-]+)"/.exec(text);
    return found === null ? undefined : named(undefined, undefined, found[1], found[2]);
  },
];

/** The object that a text names, as far as it does. */
export function objectIn(text: string): ErrorObject {
  let object: ErrorObject = {};
  for (const frame of frames) object = { ...frame(text), ...object };
  return object;
}

/** Go prints a version of the core group as `/v1`. */
function goVersion(text: string | undefined): string | undefined {
  return text?.replace(/^\//, '');
}

function named(
  apiVersion: string | undefined,
  kind: string | undefined,
  namespace: string | undefined,
  name: string | undefined,
): ErrorObject {
  const given = (value: string | undefined): value is string => value !== undefined && value !== '';
  return {
    ...(given(apiVersion) ? { apiVersion } : {}),
    ...(given(kind) ? { kind } : {}),
    ...(given(namespace) ? { namespace } : {}),
    ...(given(name) ? { name } : {}),
  };
}
