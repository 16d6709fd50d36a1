/** Where a server is and what it is known by. */
interface Reached {
  readonly url: string;
  readonly token: string;
  /** PEM; empty where there is none. */
  readonly certificate: string;
}

/** The kubeconfig of a server, as JSON, which is YAML too. Its one context is `rehearsal`. */
export function kubeconfigOf({ url, token, certificate }: Reached): string {
  const name = 'rehearsal';
  const authority =
    certificate === '' ? {} : { 'certificate-authority-data': Buffer.from(certificate).toString('base64') };
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name, cluster: { server: url, ...authority } }],
    users: [{ name, user: { token } }],
    contexts: [{ name, context: { cluster: name, user: name, namespace: 'default' } }],
    'current-context': name,
  };
  return `${JSON.stringify(config, null, 2)}\n`;
}
