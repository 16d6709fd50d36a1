import { openDialog, useDialog } from '../../core/ui/open-dialog.ts';
import { useLanguage } from '../../core/words/language.ts';
import { bring } from '../bring/incoming.ts';
import { useCluster } from '../live-cluster/state/cluster-mode.ts';
import { openSurvey } from '../survey/state/open-survey.ts';
import { look } from '../survey/state/survey-look.ts';

/** What somebody may have when they come, in the order in which it is listed. */
export type StartId =
  | 'object'
  | 'error'
  | 'objects'
  | 'release'
  | 'audit'
  | 'cluster'
  | 'lesson'
  | 'assistant'
  | 'example';

/** One way to begin: it opens what takes the text that somebody has. */
export interface Start {
  readonly id: StartId;
  /** What to type in a terminal to get that text; absent where it lies there already. */
  readonly command?: string;
  /** Whether it leads to the documentation, in a tab of its own, and opens nothing here. */
  readonly reads?: true;
  readonly run: () => void;
}

/** Opens the survey at its forecast, which asks for the live objects first. */
export function beginForecast(): void {
  look({ view: 'forecast' });
  openSurvey();
}

/** Opens the survey at what an upgrade changes, which asks for the objects first. */
export function beginUpgrade(): void {
  look({ view: 'upgrade' });
  openSurvey();
}

/** All ways to begin. The first page and the help list them. */
export const starts: readonly Start[] = [
  { id: 'object', command: 'kubectl get deployment NAME -o yaml --show-managed-fields', run: () => bring() },
  { id: 'error', run: () => bring({ wantsError: true }) },
  {
    id: 'objects',
    command: 'kubectl get deploy,sts,ds,svc,cm,ing -A -o json --show-managed-fields > dump.json',
    run: () => openSurvey(),
  },
  { id: 'release', command: 'helm template web ./chart > release.yaml', run: beginForecast },
  { id: 'audit', run: () => openDialog('audit') },
  {
    id: 'cluster',
    run: () => (useCluster.getState().mode.kind === 'connected' ? openDialog('open-cluster') : openHelp('cluster')),
  },
  { id: 'lesson', run: () => openDialog('lessons') },
  { id: 'assistant', command: 'managed-fields mcp', reads: true, run: () => openDocumentation(assistantsAddress) },
  { id: 'example', run: () => openDialog('gallery') },
];

/** Where the documentation in the language of the page begins, beside the page. */
export function documentationAddress(code = useLanguage.getState().code): string {
  return code === 'en' ? 'docs/index.html' : `docs/guide/${code}/index.html`;
}

/** The page of the documentation about plugins of other pages, which is in English. */
export const pluginsAddress = 'docs/plugins.html';

/** The page about assistants, which is there in English. */
export const assistantsAddress = 'docs/assistants.html';

/** The page about what is not modelled, which is there in English. */
export const limitsAddress = 'docs/not-modelled.html';

/** Opens a page of the documentation in a tab of its own, so that nothing of the page is lost; its beginning unless one is named. */
export function openDocumentation(address = documentationAddress()): void {
  window.open(address, '_blank', 'noopener');
}

/** The parts of the help, in the order of their tabs. */
export const helpParts = ['begin', 'cluster', 'glossary', 'about'] as const;

/** One of them. */
type HelpPart = (typeof helpParts)[number];

/** Opens the help at a part. */
export function openHelp(part: HelpPart): void {
  useDialog.setState({ open: 'help', within: '', typed: { part } });
}
