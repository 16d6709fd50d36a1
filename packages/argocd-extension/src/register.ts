import { type HostReact, panelComponent, panelWords } from '@managed-fields/panel';
import { subjectOf, type TabProperties } from './owners-tab.ts';

/** What Argo CD offers its extensions, as far as it is used. Upstream: argo-cd ui/src/app/shared/services/extensions-service.ts. */
export interface ExtensionsApi {
  registerResourceExtension(
    component: (given: TabProperties) => unknown,
    group: string,
    kind: string,
    tabTitle: string,
    options?: { readonly icon: string },
  ): void;
}

/** What Argo CD has in its global scope. Its React is 16.14 up to Argo CD 3.4, and 19 from 3.5 on. */
interface ArgoCdPage {
  readonly extensionsAPI?: Partial<ExtensionsApi>;
  readonly React?: HostReact;
}

/**
 * Registers the tab *Owners* for every kind. Where the page is no Argo CD, or one without tabs of extensions (before 2.5),
 * nothing happens but a line in the console.
 */
export function register(page: ArgoCdPage = globalThis as ArgoCdPage): void {
  const api = page.extensionsAPI;
  if (api?.registerResourceExtension === undefined) {
    console.warn('managed-fields: this page takes no tabs of extensions');
    return;
  }
  const component = panelComponent(() => {
    if (page.React === undefined) throw new Error('managed-fields: this page has no React');
    return page.React;
  }, subjectOf);
  // `**` is every group, the one without a name too.
  api.registerResourceExtension(component, '**', '*', panelWords(navigator.languages).say.tab, { icon: 'fa-users' });
}
