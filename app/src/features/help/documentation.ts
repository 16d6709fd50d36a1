import { useLanguage } from '../../core/words/language.ts';

/** Where the documentation in the language of the page begins, beside the page. */
export function documentationAddress(code = useLanguage.getState().code): string {
  return code === 'en' ? 'docs/index.html' : `docs/guide/${code}/index.html`;
}

/** The page of the documentation about plugins of other pages, which is in English. */
export const pluginsAddress = 'docs/plugins.html';

/** Opens that page in a tab of its own. */
export function openPlugins(): void {
  window.open(pluginsAddress, '_blank', 'noopener');
}

/** Opens the documentation in a tab of its own, so that nothing of the page is lost. */
export function openDocumentation(): void {
  window.open(documentationAddress(), '_blank', 'noopener');
}
