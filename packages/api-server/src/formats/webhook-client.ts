import {
  childPath,
  type FieldError,
  inMinors,
  invalid,
  mapAt,
  required,
  stringAt,
  type ValueMap,
} from '@managed-fields/merge-engine';
import { dns1123Subdomain } from '../catalog/names.ts';
import { type ParsedUrl, parseUrl } from './url.ts';

/*
 * Whom a webhook calls, of the admission or of a definition that converts.
 * Upstream: k8s.io/apiserver pkg/util/webhook/validation.go.
 */

/** Complaints about the URL or the service of a webhook, of which it has to have one. */
export function webhookClientErrors(config: ValueMap | undefined, path: string): readonly FieldError[] {
  const url = stringAt(config, 'url');
  const service = mapAt(config, 'service');
  if ((url === undefined) === (service === undefined)) {
    return [required(path, 'exactly one of url or service is required')];
  }
  return url === undefined
    ? serviceErrors(service ?? new Map(), childPath(path, 'service'))
    : urlErrors(url, childPath(path, 'url'));
}

/** Releases before v1.36 are built with a Go that takes several colons in a host. */
function urlErrors(text: string, path: string): readonly FieldError[] {
  const [before, now] = [parseUrl(text, false), parseUrl(text)].map((parsed) => parsedErrors(parsed, path));
  if (JSON.stringify(before) === JSON.stringify(now)) return now ?? [];
  return [...inMinors({ until: 35 }, before ?? []), ...inMinors({ from: 36 }, now ?? [])];
}

/** Upstream: ValidateWebhookURL. */
function parsedErrors(parsed: ParsedUrl, path: string): readonly FieldError[] {
  const form = '; desired format: https://host[/path]';
  if (parsed.kind === 'error') return [required(path, `url must be a valid URL: ${parsed.message}${form}`)];
  const { scheme, host, user, fragment, query } = parsed.url;
  return [
    ...(scheme === 'https' ? [] : [invalid(path, scheme, `'https' is the only allowed URL scheme${form}`)]),
    ...(host === '' ? [invalid(path, '', `host must be specified${form}`)] : []),
    ...(user === undefined ? [] : [invalid(path, user, 'user information is not permitted in the URL')]),
    ...(fragment === '' ? [] : [invalid(path, fragment, 'fragments are not permitted in the URL')]),
    ...(query === '' ? [] : [invalid(path, query, 'query parameters are not permitted in the URL')]),
  ];
}

/**
 * Complaints about the service of a webhook. Its callers hand over the namespace for the name and the name for the namespace.
 * Upstream: ValidateWebhookService.
 */
function serviceErrors(service: ValueMap, path: string): readonly FieldError[] {
  const missing = (given: string, field: string) =>
    (stringAt(service, given) ?? '') === ''
      ? [
          ...inMinors({ until: 33 }, [required(childPath(path, field), `service ${field} is required`)]),
          ...inMinors({ from: 34 }, [required(childPath(path, field))]),
        ]
      : [];
  const port = service.get('port') ?? 443n;
  const words = 'port is not valid: must be between 1 and 65535, inclusive';
  return [
    ...missing('namespace', 'name'),
    ...missing('name', 'namespace'),
    ...(typeof port === 'bigint' && (port < 1n || port > 65_535n)
      ? [invalid(childPath(path, 'port'), port, words)]
      : []),
    ...pathErrors(stringAt(service, 'path') ?? '', childPath(path, 'path')),
  ];
}

function pathErrors(text: string, path: string): readonly FieldError[] {
  if (text === '' || text === '/') return [];
  if (text === '//') return [invalid(path, text, 'segment[0] may not be empty')];
  const start = text.startsWith('/') ? [] : [invalid(path, text, "must start with a '/'")];
  const segments = text.slice(1).replace(/\/$/, '').split('/');
  return [
    ...start,
    ...segments.flatMap((segment, i) =>
      segment === ''
        ? [invalid(path, text, `segment[${i}] may not be empty`)]
        : dns1123Subdomain(segment).map((complaint) => invalid(path, text, `segment[${i}]: ${complaint}`)),
    ),
  ];
}
