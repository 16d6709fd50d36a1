import { defaultVersion } from '@managed-fields/kubernetes-types';
import {
  type AskedMore,
  type HostAnswer,
  type PanelSubject,
  type PanelWords,
  panelWords,
  playgroundAddress,
  readObject,
} from '@managed-fields/panel';
import { apiOf, askDesired, askLive, askVersion, type ClusterVersion, namesIn, type ObjectNames } from './ask.ts';
import { asRecord, textAt } from './plain.ts';
import { noSync, type SyncFacts, syncSection } from './sync-section.ts';
import { type SyncSettings, syncSettings } from './sync-settings.ts';

/** What Argo CD gives the component of a tab. Upstream: argo-cd ui/src/app/shared/services/extensions-service.ts. */
export interface TabProperties {
  readonly resource?: unknown;
  readonly application?: unknown;
  readonly tree?: unknown;
}

/** The address of the playground that was put into the bundle when it was built; empty where none was. */
declare const builtPageAddress: string;

/**
 * The address of the playground: what the installer's `EXTENSION_JS_VARS` say as `PAGE_ADDRESS`, else that of the build.
 * Upstream: argocd-extension-installer install.sh create_extension_js_file_with_vars.
 */
function pageAddress(): string | undefined {
  const said = textAt(Reflect.get(globalThis, 'MANAGED_FIELDS_VARS'), 'PAGE_ADDRESS');
  return playgroundAddress(said) ?? playgroundAddress(builtPageAddress);
}

/** What the tab shows of a resource. */
export function subjectOf({ resource, application }: TabProperties): PanelSubject {
  const names = namesIn(resource);
  // Argo CD has no languages.
  const words = panelWords(navigator.languages);
  const key = [
    ...['name', 'namespace', 'resourceVersion'].map((name) => textAt(application, 'metadata', name)),
    textAt(resource, 'metadata', 'resourceVersion'),
    textAt(application, 'status', 'sync', 'revision'),
  ].join('\n');
  return {
    object: resource,
    words,
    page: pageAddress(),
    pageHint: words.say.argocd.pageHint({ setting: 'EXTENSION_JS_VARS: {"page_address": "https://…"}' }),
    ...(names === undefined ? {} : { more: { key, ask: (asked) => ask(asked, words, resource, application, names) } }),
  };
}

async function ask(
  { signal }: AskedMore,
  words: PanelWords,
  resource: unknown,
  application: unknown,
  names: ObjectNames,
): Promise<HostAnswer> {
  const api = apiOf(signal);
  const has = Array.isArray(asRecord(asRecord(resource)['metadata'])['managedFields']);
  const isApplication = names.group === 'argoproj.io' && names.kind === 'Application' && isSame(application, names);
  const [live, desired, version] = await Promise.all([
    has || isApplication ? undefined : askLive(api, application, names),
    isApplication ? ({ kind: 'none' } as const) : askDesired(api, application, names),
    askVersion(api, application),
  ]);
  const settings = syncSettings(application);
  const said = words.say.argocd;
  return {
    ...(live === undefined || live === null ? {} : { object: live }),
    ...(version === undefined ? {} : { kubernetes: version.played }),
    ends: endsOf(settings, version, words),
    sections: async (object, kinds) => {
      if (desired.kind === 'refused') {
        const { status } = desired;
        return [noSync(words, status === 0 ? said.unanswered : said.refused({ status: `${status}` }))];
      }
      if (desired.kind === 'none') return [noSync(words, said.unmanaged)];
      const target = readObject(desired.target, words);
      if (target.kind === 'none') return [noSync(words, said.unread({ why: target.message }))];
      const facts = factsOf(application, names);
      return [await syncSection(object, target.object, { settings, facts, kinds, words })];
    },
  };
}

function isSame(application: unknown, { name, namespace }: ObjectNames): boolean {
  return textAt(application, 'metadata', 'name') === name && textAt(application, 'metadata', 'namespace') === namespace;
}

/** What the status of an Application says of one object. */
function factsOf(application: unknown, names: ObjectNames): SyncFacts {
  const status = asRecord(asRecord(application)['status']);
  const isThis = (each: unknown) =>
    (['group', 'kind', 'namespace', 'name'] as const).every((name) => textAt(each, name) === names[name]);
  const listed = status['resources'];
  const own = (Array.isArray(listed) ? listed : []).find(isThis);
  const results = asRecord(asRecord(status['operationState'])['syncResult'])['resources'];
  const result = (Array.isArray(results) ? results : []).find(isThis);
  return {
    isSynced: textAt(own, 'status') === 'Synced',
    lastFailure: textAt(result, 'status') === 'SyncFailed' ? textAt(result, 'message') : undefined,
  };
}

function endsOf(
  { unplayed, unreadable }: SyncSettings,
  version: ClusterVersion | undefined,
  { say }: PanelWords,
): readonly string[] {
  const { ends } = say.argocd;
  return [
    ends.alone({ version: '3.6' }),
    ends.ignored,
    ends.secrets,
    version === undefined
      ? ends.unknownVersion({ version: defaultVersion })
      : ends.version({ said: version.said, version: version.played }),
    ...(unplayed.length === 0 ? [] : [ends.unplayed({ options: unplayed.join(', ') })]),
    ...(unreadable === undefined ? [] : [ends.unreadable({ part: unreadable || undefined })]),
  ];
}
