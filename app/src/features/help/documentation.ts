import { useLanguage } from '../../core/words/language.ts';

/** Where the documentation in the language of the page begins, beside the page. */
export function documentationAddress(code = useLanguage.getState().code): string {
  return code === 'en' ? 'docs/index.html' : `docs/guide/${code}/index.html`;
}

/** Opens the documentation in a tab of its own, so that nothing of the page is lost. */
export function openDocumentation(): void {
  window.open(documentationAddress(), '_blank', 'noopener');
}
