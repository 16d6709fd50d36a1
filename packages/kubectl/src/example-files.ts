const template = `
  template:
    metadata:
      labels:
        app: nginx
    spec:
      containers:
      - name: nginx
        image: nginx:1.14.2
`;

function deployment(spec: string): string {
  return `apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: nginx-deployment\n  labels:\n    app: nginx\nspec:\n${spec}`;
}

const selector = '  selector:\n    matchLabels:\n      app: nginx';

/**
 * The example files of the Server-Side Apply reference, by their URLs: a Deployment, its replicas alone, and the
 * Deployment without replicas. The texts are our own and have the same effect.
 */
export const exampleFiles: ReadonlyMap<string, string> = new Map([
  [
    'https://k8s.io/examples/application/ssa/nginx-deployment.yaml',
    deployment(`  replicas: 3\n${selector}${template}`),
  ],
  [
    'https://k8s.io/examples/application/ssa/nginx-deployment-replicas-only.yaml',
    'apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: nginx-deployment\nspec:\n  replicas: 3\n',
  ],
  ['https://k8s.io/examples/application/ssa/nginx-deployment-no-replicas.yaml', deployment(`${selector}${template}`)],
]);
