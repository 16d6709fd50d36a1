import { compareStrings } from '@managed-fields/merge-engine';
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
    const annotations = flags.list('annotation').map((annotation) => {
      const at = annotation.indexOf('=');
      return [annotation.slice(0, at), annotation.slice(at + 1)] as const;
    });
    annotations.sort(([a], [b]) => compareStrings(a, b));
    const [tls, rules] = [tlsOf(flags.list('rule')), rulesOf(flags.list('rule'))];
    return objectOf('networking.k8s.io/v1', 'Ingress', name, {
      metadata: annotations.length === 0 ? {} : { annotations: Object.fromEntries(annotations) },
      spec: {
        ingressClassName: ingressClass === '' ? undefined : ingressClass,
        defaultBackend: backend === '' ? undefined : backendOf(backend),
        tls: tls.length === 0 ? undefined : tls,
        rules: rules.length === 0 ? undefined : rules,
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

interface Tls {
  readonly hosts?: readonly string[];
  readonly secretName?: string;
}

/** Collects the hosts of each secret; a host counts once. Upstream: create_ingress.go buildTLSRules. */
function tlsOf(rules: readonly string[]): readonly Tls[] {
  const found: Tls[] = [];
  const seen = new Set<string>();
  for (const rule of rules) {
    const [, tls, ...more] = rule.split(',');
    const [host = ''] = rule.split('/');
    if (tls === undefined || more.length > 0 || seen.has(host)) continue;
    seen.add(host);
    const secret = tls.split('=')[1] ?? '';
    const at = found.findIndex(({ secretName = '' }) => secretName === secret);
    const same = found[at];
    if (same !== undefined) found[at] = { ...same, hosts: [...(same.hosts ?? []), host] };
    else if (host !== '' || secret !== '') {
      found.push({ ...(host === '' ? {} : { hosts: [host] }), ...(secret === '' ? {} : { secretName: secret }) });
    }
  }
  return found;
}

/** Collects the paths of each host. Upstream: create_ingress.go buildIngressRules. */
function rulesOf(rules: readonly string[]): readonly Fields[] {
  const paths = new Map<string, Fields[]>();
  for (const rule of rules) {
    const [written = ''] = rule.split(',');
    const at = written.indexOf('/');
    const host = written.slice(0, at);
    const [path = '', service = ''] = written.slice(at + 1).split('=');
    const isPrefix = path.endsWith('*');
    const made = {
      path: `/${isPrefix ? path.slice(0, -1) : path}`,
      pathType: isPrefix ? 'Prefix' : 'Exact',
      backend: backendOf(service),
    };
    paths.set(host, [...(paths.get(host) ?? []), made]);
  }
  return [...paths].map(([host, made]) => ({ host: host === '' ? undefined : host, http: { paths: made } }));
}

/** `service:port` */
function backendOf(written: string): Fields {
  const [name = '', portText = ''] = written.split(':');
  const port = intOrString(portText);
  return {
    service: { name, port: typeof port === 'number' ? { number: port === 0 ? undefined : port } : { name: port } },
  };
}
