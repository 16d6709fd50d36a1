import { useLanguage } from '../../core/words/language.ts';

/** Where the documentation in the language of the page begins, beside the page. */
export function documentationAddress(code = useLanguage.getState().code): string {
  return code === 'en' ? 'docs/index.html' : `docs/guide/${code}/index.html`;
}

/** The page of the documentation about plugins of other pages, which is in English. */
export const pluginsAddress = 'docs/plugins.html';

/** The page about assistants, which is there in English. */
export const assistantsAddress = 'docs/assistants.html';

/** Opens a page of the documentation in a tab of its own, so that nothing of the page is lost; its beginning unless one is named. */
export function openDocumentation(address = documentationAddress()): void {
  window.open(address, '_blank', 'noopener');
}
