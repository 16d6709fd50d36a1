/** A limit of what may be fetched, in KB of 1024 bytes, gzipped. */
export interface Budget {
  readonly name: string;
  readonly limit: number;
}

/** A way to a first view: all JavaScript that comes before its overlay is on screen counts, the worker's too. */
export interface FirstView extends Budget {
  /** Below the address of the built page; `{link}` stands for the link of `scenario`. */
  readonly address: string;
  /** An example whose scenario somebody has shared. */
  readonly scenario?: string;
  /** Selects the first owner that is drawn on the object. */
  readonly overlay: string;
}

const pageOverlay = '#result .mf-bar';
const embedOverlay = '.mf-bar';

/** The first views that are measured: what somebody meets who follows a link. */
export const firstViews: readonly FirstView[] = [
  { name: 'app, an example', address: '#x/conflict-three-ways@3', overlay: pageOverlay, limit: 180 },
  { name: 'app, a link', address: '#{link}', scenario: 'conflict-three-ways', overlay: pageOverlay, limit: 300 },
  { name: 'embed, an example', address: 'embed.html#x/conflict-three-ways@3', overlay: embedOverlay, limit: 120 },
  {
    name: 'embed, a link',
    address: 'embed.html#{link}',
    scenario: 'conflict-three-ways',
    overlay: embedOverlay,
    limit: 200,
  },
];

/** The style sheets that come before the first view of the page. */
export const styles: Budget = { name: 'CSS', limit: 25 };

/** The limit of the facts about all kinds, which are fetched beside the code. */
export const facts: Budget = { name: 'facts about kinds', limit: 45 };

/** The chunks of Monaco, which come when somebody edits; its own worker comes beside them. */
export const monaco: Budget = { name: 'Monaco, lazy', limit: 950 };

/** The loader of embeds, in both its forms. */
export const loaders: readonly (Budget & { readonly file: string })[] = [
  { name: 'loader, script', file: 'embed.js', limit: 4 },
  { name: 'loader, module', file: 'embed.mjs', limit: 4 },
];

/** The package that reads and writes links, dictionary and form check included. */
export const shareLink: Budget = { name: 'share-link package', limit: 16 };
