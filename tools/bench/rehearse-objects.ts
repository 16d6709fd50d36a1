/** A ConfigMap of a number, with a value that tells two applies apart. */
export function configMap(index: number, value: number): object {
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: `web-${index}`, namespace: 'default' },
    data: { level: 'debug', value: String(value) },
  };
}

/** The same of a Deployment. */
export function deployment(index: number, value: number): object {
  const labels = { app: 'web' };
  const env = [
    { name: 'LEVEL', value: 'debug' },
    { name: 'VALUE', value: String(value) },
  ];
  const containers = [{ name: 'web', image: 'nginx:1.27', env, ports: [{ containerPort: 8080 }] }];
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: `web-${index}`, namespace: 'default', labels },
    spec: { replicas: 2, selector: { matchLabels: labels }, template: { metadata: { labels }, spec: { containers } } },
  };
}
