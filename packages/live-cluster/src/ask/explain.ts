import {
  isOfVersion,
  isPlayedVersion,
  nearestVersion,
  type PlayedVersion,
  serverRelease,
} from '@managed-fields/kubernetes-types';
import type { DifferenceRow } from './rows.ts';

/**
 * What may explain a difference. Facts about the server go with it; the page has the sentences.
 *
 * - `admission`: the same request was played with admission as installed, and with what the cluster shows of it. Then the
 *   answer is the server's, and else not: `by` names the policy or the webhook, where the plugin asks one.
 * - `mutated`: neither the request nor the prediction has the field, and no admission that could be played sets it.
 * - `allocated`: the server hands out the value.
 * - `webhook`, `policy`, `quota`, `limit-range`, `pod-security`: the message says that this refused the request.
 * - `other-version`: the server is of another release than the scenario is played on.
 * - `validation`: the server refused a value that is not refused here; not every rule is known here.
 * - `other-manager`: the entry is of another manager than the request's: the object changed meanwhile.
 */
export type Explanation =
  | {
      readonly code:
        | 'mutated'
        | 'allocated'
        | 'quota'
        | 'limit-range'
        | 'pod-security'
        | 'validation'
        | 'other-manager';
    }
  | { readonly code: 'admission'; readonly plugin: string; readonly by?: string }
  | { readonly code: 'webhook' | 'policy'; readonly name: string }
  | { readonly code: 'other-version'; readonly scenario: string; readonly cluster: string };

/** What is known beside the difference itself. */
export interface Circumstances {
  /** `v1.36`, `v1.36.1`: of the scenario. */
  readonly scenario: string;
  /** `v1.34.4`, `v1.31.4-gke.100`; undefined where the server did not say. */
  readonly cluster: string | undefined;
  /** The manager of the request; undefined where the query names none. */
  readonly manager: string | undefined;
  readonly code: number;
  /** What the server said where it refused; else empty. */
  readonly message: string;
}

/** What may explain a difference, the most likely first; empty where nothing is known. */
export function explanationsOf(row: DifferenceRow, known: Circumstances): readonly Explanation[] {
  const found = [...ofRow(row, known)];
  const { scenario, cluster = '' } = known;
  const isRelease = /^v\d+\.\d+/.test(cluster);
  if (isRelease && !(isPlayedVersion(scenario) && isPlayedAs(cluster, scenario))) {
    found.push({ code: 'other-version', scenario, cluster });
  }
  return found;
}

/** Whether the facts of a version are those of a cluster's release. */
function isPlayedAs(cluster: string, version: PlayedVersion): boolean {
  return isOfVersion(cluster, version) && serverRelease(nearestVersion(cluster)) === serverRelease(version);
}

function ofRow(row: DifferenceRow, known: Circumstances): readonly Explanation[] {
  switch (row.part) {
    case 'field':
      return ofField(row.path, row.predicted === undefined);
    case 'entry-field':
    case 'entry':
    case 'entry-time': {
      if (row.owner.manager !== known.manager) return [{ code: 'other-manager' }];
      return row.part === 'entry-field' ? ofField(row.path, row.predicted === undefined) : [];
    }
    case 'message':
    case 'code':
    case 'reason':
    case 'details':
      return ofMessage(known);
    default:
      return [];
  }
}

const allocated =
  /^\.spec\.(?:clusterIPs?|ipFamil(?:ies|yPolicy)|healthCheckNodePort|ports(?:\[.*\])?\.nodePort|volumeName)\b/;

function ofField(path: string, isAdded: boolean): readonly Explanation[] {
  if (allocated.test(path)) return [{ code: 'allocated' }];
  return isAdded ? [{ code: 'mutated' }] : [];
}

/** The words of admission: upstream apiserver pkg/admission/plugin/webhook/errors, policy/validating, and the plugins. */
function ofMessage({ message, code }: Circumstances): readonly Explanation[] {
  const webhook = /admission webhook "([^"]+)" denied the request/.exec(message)?.[1];
  if (webhook !== undefined) return [{ code: 'webhook', name: webhook }];
  const policy = /(?:ValidatingAdmissionPolicy|^policy) '([^']+)' with binding '/.exec(message)?.[1];
  if (policy !== undefined) return [{ code: 'policy', name: policy }];
  if (/exceeded quota: |failed quota: /.test(message)) return [{ code: 'quota' }];
  if (/violates PodSecurity /.test(message)) return [{ code: 'pod-security' }];
  if (/(?:minimum|maximum) \S{1,80} usage per |limit to request ratio per /.test(message))
    return [{ code: 'limit-range' }];
  return code === 422 ? [{ code: 'validation' }] : [];
}
