import { type Errors, invalid, required } from './errors.ts';
import type { Field } from './field-path.ts';

const form = '; desired format: https://host[/path]';

/** The parts of a URL as Go's net/url splits it; a fault where it cannot. */
type SplitUrl =
  | { readonly kind: 'fault'; readonly message: string }
  | {
      readonly kind: 'url';
      readonly scheme: string;
      readonly user: string | undefined;
      readonly host: string;
      readonly query: string;
      readonly fragment: string;
    };

/**
 * Complaints about the URL of a webhook.
 * Upstream: k8s.io/apiserver pkg/util/webhook/validation.go ValidateWebhookURL.
 */
export function webhookUrl(url: string, field: Field): Errors {
  const split = splitUrl(url);
  if (split.kind === 'fault') return [required(field, `url must be a valid URL: ${split.message}${form}`)];
  const { scheme, user, host, query, fragment } = split;
  return [
    ...(scheme === 'https' ? [] : [invalid(field, scheme, `'https' is the only allowed URL scheme${form}`)]),
    ...(host === '' ? [invalid(field, host, `host must be specified${form}`)] : []),
    ...(user === undefined ? [] : [invalid(field, user, 'user information is not permitted in the URL')]),
    ...(fragment === '' ? [] : [invalid(field, fragment, 'fragments are not permitted in the URL')]),
    ...(query === '' ? [] : [invalid(field, query, 'query parameters are not permitted in the URL')]),
  ];
}

/** Splits a URL; finds the common faults of Go's parser. Upstream: Go net/url Parse. */
function splitUrl(url: string): SplitUrl {
  const hash = url.indexOf('#');
  const fragment = hash < 0 ? '' : url.slice(hash + 1);
  const whole = hash < 0 ? url : url.slice(0, hash);
  const fault = (message: string): SplitUrl => ({ kind: 'fault', message: `parse ${JSON.stringify(url)}: ${message}` });
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what Go refuses.
  if (/[\x00-\x1f\x7f]/.test(whole)) return fault('net/url: invalid control character in URL');
  const named = /^([A-Za-z][A-Za-z0-9+.-]*):/.exec(whole);
  if (named === null && whole.startsWith(':')) return fault('missing protocol scheme');
  const scheme = (named?.[1] ?? '').toLowerCase();
  const afterScheme = named === null ? whole : whole.slice(named[0].length);
  const mark = afterScheme.indexOf('?');
  const query = mark < 0 ? '' : afterScheme.slice(mark + 1);
  const rest = mark < 0 ? afterScheme : afterScheme.slice(0, mark);
  if (scheme === '' && /^[^/]*:/.test(rest)) return fault('first path segment in URL cannot contain colon');
  if (!rest.startsWith('//')) return { kind: 'url', scheme, user: undefined, host: '', query, fragment };
  const authority = rest.slice(2).split('/')[0] ?? '';
  const sign = authority.lastIndexOf('@');
  const host = authority.slice(sign + 1);
  const port = /:([^\]]*)$/.exec(host)?.[1];
  if (port !== undefined && !/^[0-9]*$/.test(port))
    return fault(`invalid port ${JSON.stringify(`:${port}`)} after host`);
  if (host.includes(' ')) return fault('invalid character " " in host name');
  return { kind: 'url', scheme, user: sign < 0 ? undefined : authority.slice(0, sign), host, query, fragment };
}
