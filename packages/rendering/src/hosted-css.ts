import { staticCss } from './static-css.ts';

/** Weighs as much as an id, so that no rule of a theme outweighs what is said of a view and of what is in it. */
const view = '.mf:not(#mf)';

/** Where sites of documentation write which theme they are in; those that set `color-scheme` need no mark. */
const marksOf = (theme: 'light' | 'dark') =>
  `:is(.${theme},[data-theme=${theme}],[data-bs-theme=${theme}],[data-color-mode=${theme}])`;

/**
 * The style of static views for pages of others: what their themes say of elements and what they pass on to them is taken
 * back first, and the view follows the theme that the page is in.
 */
export const hostedCss = `${view}{all:initial;color-scheme:inherit}
${view} *,${view} ::before,${view} ::after{all:revert}
${marksOf('light')} ${view}{color-scheme:light}
${marksOf('dark')} ${view}{color-scheme:dark}
${staticCss.replace(/([^{}]+)\{([^{}]*)\}/g, (_, selectors: string, style: string) => `${selectorsOf(selectors)}{${style}}`)}`;

/** The selectors of a rule, about what is inside of a view. A selector that names the view itself weighs a class more. */
function selectorsOf(selectors: string): string {
  const each = selectors.trim().split(/,(?![^(]*\))/);
  return each
    .map((selector) => {
      const [root] = /^\.mf(-light|-dark)?(?![\w-])/.exec(selector) ?? [];
      return root === undefined ? `${view} ${selector}` : `${root}${view}${selector.slice(root.length)}`;
    })
    .join();
}
