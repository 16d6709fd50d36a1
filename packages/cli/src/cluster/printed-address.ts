import { pagePrefix } from './front/settings.ts';

/** What the page opens: an object, as `deploy/web`, and the namespace of it or of the page's lists. */
export interface Opened {
  readonly object?: string | undefined;
  readonly namespace?: string | undefined;
}

/** The address of the page that shows the cluster. The token stands in the fragment, which browsers do not send. */
export function printedAddress(port: number, token: string, { object, namespace }: Opened): string {
  const query = [
    'cluster',
    ...(object === undefined ? [] : [`open=${encodeURIComponent(object)}`]),
    ...(namespace === undefined ? [] : [`namespace=${encodeURIComponent(namespace)}`]),
  ];
  return `http://127.0.0.1:${port}${pagePrefix}?${query.join('&')}#t/${token}`;
}
