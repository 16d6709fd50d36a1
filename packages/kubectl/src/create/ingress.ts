import { cut } from '@managed-fields/merge-engine';
import { fail } from '../failure.ts';
import type { Flags } from '../flags.ts';
import { type Fields, type Generator, objectOf } from './generator.ts';
import { intOrString } from './simple.ts';

/** `kubectl create ingress`. Upstream: k8s.io/kubectl pkg/cmd/create/create_ingress.go. */
export const ingressGenerator: Generator = {
  name: 'ingress',
  flags: [
    { name: 'annotation', type: 'array' },
    { name: 'class', type: 'string', default: '' },
    { name: 'default-backend', type: 'string', default: '' },
    { name: 'rule', type: 'array' },
  ],
  failed: 'failed to create ingress:',
  generate(_session, flags, name) {
    const problem = ingressProblem(flags);
    if (problem !== undefined) return fail(problem);
    const [ingressClass, backend] = [flags.text('class'), flags.text('default-backend')];
    const rules = flags.list('rule');
    return objectOf('networking.k8s.io/v1', 'Ingress', name, {
      metadata: { annotations: Object.fromEntries(flags.list('annotation').map((each) => cut(each, '='))) },
      spec: {
        ingressClassName: ingressClass === '' ? undefined : ingressClass,
        defaultBackend: backend === '' ? undefined : backendOf(backend),
        tls: tlsOf(rules),
        rules: rulesOf(rules),
      },
    });
  },
};

/** The form of a rule up to what may follow it: `host/path=service:port`. */
const ruleForm = /^[\w*.-]*\/[^\n]*=[\w-]+:[\w-]+/;

function ingressProblem(flags: Flags): string | undefined {
  const [rules, backend] = [flags.list('rule'), flags.text('default-backend')];
  if (backend === '' && rules.length === 0) {
    return 'not enough information provided: every ingress has to either specify a default-backend (which catches all traffic) or a list of rules (which catch specific paths)';
  }
  const wrong = rules.find((rule) => !ruleForm.test(rule));
  if (wrong !== undefined) {
    return `rule ${wrong} is invalid and should be in format host/path=svcname:svcport[,tls[=secret]]`;
  }
  const annotation = flags.list('annotation').find((each) => !each.includes('='));
  if (annotation !== undefined) return `annotation ${annotation} is invalid and should be in format key=[value]`;
  if (backend === '' || backend.split(':').length === 2) return undefined;
  return 'default-backend should be in format servicename:serviceport';
}

/** Collects the hosts of each secret; a host counts once. Upstream: create_ingress.go buildTLSRules. */
function tlsOf(rules: readonly string[]): readonly Fields[] {
  const bySecret = new Map<string, string[]>();
  const seen = new Set<string>();
  for (const rule of rules) {
    const [, tls, ...more] = rule.split(',');
    const [host] = cut(rule, '/');
    if (tls === undefined || more.length > 0 || seen.has(host)) continue;
    seen.add(host);
    const [, secret = ''] = tls.split('=');
    const hosts = bySecret.get(secret);
    if (hosts !== undefined) hosts.push(host);
    else if (host !== '' || secret !== '') bySecret.set(secret, host === '' ? [] : [host]);
  }
  return [...bySecret].map(([secretName, hosts]) => ({ hosts, secretName }));
}

/** Collects the paths of each host. Upstream: create_ingress.go buildIngressRules. */
function rulesOf(rules: readonly string[]): readonly Fields[] {
  const paths = new Map<string, Fields[]>();
  for (const rule of rules) {
    const [host, rest] = cut(cut(rule, ',')[0], '/');
    const [path, service] = cut(rest, '=');
    const isPrefix = path.endsWith('*');
    const made = {
      path: `/${isPrefix ? path.slice(0, -1) : path}`,
      pathType: isPrefix ? 'Prefix' : 'Exact',
      backend: backendOf(service),
    };
    paths.set(host, [...(paths.get(host) ?? []), made]);
  }
  return [...paths].map(([host, made]) => ({ host, http: { paths: made } }));
}

/** `service:port` */
function backendOf(written: string): Fields {
  const [name, rest] = cut(written, ':');
  const port = intOrString(cut(rest, ':')[0]);
  return { service: { name, port: typeof port === 'number' ? { number: port } : { name: port } } };
}
