import { staticCss } from './static-css.ts';

/** Weighs as much as an id, so that no rule of a theme outweighs what is said of a view and of what is in it. */
const view = '.mf:not(#mf)';

/** Where sites of documentation write which theme they are in; those that set `color-scheme` need no mark. */
const marksOf = (theme: 'light' | 'dark') =>
  `:is(.${theme},[data-theme=${theme}],[data-bs-theme=${theme}],[data-color-mode=${theme}])`;

/**
 * Where scripts run, the element of `@managed-fields/embed` is from the start as it will be with its frame, so that nothing below
 * moves: a fence writes how high that is, and a static view that is higher scrolls.
 */
const awaited = ['', '-narrow']
  .map((width) => {
    const room = `var(--mf-room${width})`;
    const media = `screen and (scripting:enabled)${width && ' and (max-width:600px)'}`;
    return `@media ${media}{managed-fields-playground:not(:defined){display:block;min-height:${room};margin-block:1em}
managed-fields-playground[style*=mf-room] > .mf${view}{box-sizing:border-box;max-height:${room};overflow:auto}}`;
  })
  .join('\n');

/**
 * The style of static views for pages of others: what their themes say of elements and what they pass on to them is taken
 * back first, and the view follows the theme that the page is in.
 */
export const hostedCss = `${view}{all:initial;color-scheme:inherit}
${view} *,${view} ::before,${view} ::after{all:revert}
${marksOf('light')} ${view}{color-scheme:light}
${marksOf('dark')} ${view}{color-scheme:dark}
${staticCss.replace(/([^{}]+)\{([^{}]*)\}/g, (_, selectors: string, style: string) => `${selectorsOf(selectors)}{${style}}`)}${awaited}`;

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
