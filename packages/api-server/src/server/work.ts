import type { FieldError, ValueMap } from '@managed-fields/merge-engine';
import type { Cluster } from './cluster.ts';
import type { Endpoint } from './endpoint.ts';
import type { ApiRequest, CalledWebhook } from './request.ts';
import type { Refusal } from './status.ts';

/** What a server asks about the sender of a request after it let the request itself pass; `old` is undefined for a create. */
export interface Rights {
  /** Why he may not create what a patch or a PUT does not find. */
  deniedCreate(): Refusal | undefined;
  /** Why he may not write an object that grants what he has not himself. */
  deniedGrant(object: ValueMap, old: ValueMap | undefined): Refusal | undefined;
  /** Complaints that he may not read what a valid object refers to, or not sign it. */
  deniedReads(object: ValueMap, old: ValueMap | undefined): readonly FieldError[];
}

/** A request that is being handled. */
export interface Work {
  readonly cluster: Cluster;
  readonly endpoint: Endpoint;
  readonly request: ApiRequest;
  /** RFC 3339. */
  readonly now: string;
  /** What is asked about its sender; absent where he may do everything. */
  readonly rights?: Rights;
  /** Whether the server does it to itself, so that admission is not asked. */
  readonly pastAdmission?: true;
  /** Adds a warning to the answer; the same text counts once. */
  warn(text: string): void;
  /** Takes down that a webhook is called; the same one counts once. */
  call(webhook: CalledWebhook): void;
}

/** The warnings of one answer, in order. */
export interface Warnings {
  warn(text: string): void;
  list(): readonly string[];
}

/** A text with one of these fits into no header, and is not sent. Upstream: apimachinery pkg/util/net/http.go. */
const controls = /\p{Cc}/u;

const totalRunes = 4 * 1024;
const itemRunes = 256;

/**
 * Collects warnings as the server does. Each text counts once, and long texts are cut where all together are too long.
 * Upstream: apiserver pkg/endpoints/filters/warning.go.
 */
export function collectWarnings(): Warnings {
  const texts = new Set<string>();
  return {
    warn(text) {
      if (text !== '' && !controls.test(text)) texts.add(text);
    },
    list() {
      const all = [...texts];
      const length = all.reduce((sum, text) => sum + [...text].length, 0);
      if (length <= totalRunes) return all;
      const cut: string[] = [];
      let written = 0;
      for (const text of all) {
        if (written >= totalRunes) break;
        const short = [...text].slice(0, itemRunes).join('');
        written += [...short].length;
        cut.push(short);
      }
      return cut;
    },
  };
}
