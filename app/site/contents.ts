import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type LanguageCode, languages } from '@managed-fields/words';

/** A part of the documentation, as `site.groups` of the words names them. */
export type GroupId = 'start' | 'guide' | 'examples' | 'use' | 'program' | 'library' | 'project';

/** A page that is made of a file of Markdown. */
export interface Source {
  /** From the root of the repository. */
  readonly file: string;
  /** Where it lies in the site: `guide/LANGUAGE/conflicts.html`. */
  readonly path: string;
  readonly lang: LanguageCode;
  readonly group: GroupId;
  /** Left out of the contents, because another page of the group lists it. */
  readonly hidden?: true;
}

/** The chapters of the guide in their order, each a file of `docs/guide` and of its folders of languages. */
const chapters = [
  'README',
  'managed-fields',
  'applying',
  'conflicts',
  'lists-and-maps',
  'sharing',
  'controllers',
  'subresources',
  'client-side',
  'migration',
  'custom-resources',
  'clearing',
] as const;

/** The other pages, by the part that they belong to. Those of `docs` are named without folder and ending. */
const pages: Readonly<Partial<Record<GroupId, readonly string[]>>> = {
  start: ['README'],
  library: ['library'],
  use: [
    'features',
    'lessons',
    'survey',
    'findings',
    'fleets',
    'forecast',
    'pipelines',
    'audit',
    'cluster',
    'rehearse',
    'assistants',
    'admission',
    'versions',
    'embedding',
    'plugins',
    'hosting',
  ],
  project: [
    'stability',
    'not-modelled',
    'guide-coverage',
    'proof',
    'upstream-tests',
    'upstream-branches',
    'tests',
    'performance',
    'dependencies',
    'scripts',
    'decisions/README',
  ],
};

/** Pages that lie elsewhere in the repository. */
const elsewhere: readonly Source[] = [
  { file: 'packages/cli/README.md', path: 'program.html', lang: 'en', group: 'program' },
  ...[
    'merge-engine',
    'api-server',
    'analysis',
    'share-link',
    'embed',
    'view',
    'argocd-extension',
    'headlamp-plugin',
  ].map(
    (name) =>
      ({ file: `packages/${name}/README.md`, path: `library/${name}.html`, lang: 'en', group: 'library' }) as const,
  ),
  { file: 'SECURITY.md', path: 'security.html', lang: 'en', group: 'project' },
];

/** Returns all pages of Markdown, in the order of the contents. `root` is that of the repository. */
export function sourcesIn(root: string): readonly Source[] {
  const guide = languages.flatMap(({ code }) =>
    chapters.map((chapter) => inDocs(code === 'en' ? `guide/${chapter}` : `guide/${code}/${chapter}`, 'guide', code)),
  );
  const named = (group: GroupId) => (pages[group] ?? []).map((name) => inDocs(name, group, 'en'));
  const of = (group: GroupId) => elsewhere.filter((page) => page.group === group);
  const listed = [
    ...named('start'),
    ...guide,
    ...named('use'),
    ...of('program'),
    ...named('library'),
    ...of('library'),
    ...named('project'),
    ...of('project'),
  ];
  const unlisted = [...inFolder(root, 'reference', 'library'), ...inFolder(root, 'decisions', 'project')];
  return [...listed, ...unlisted.map((page) => ({ ...page, hidden: true as const }))];
}

function inDocs(name: string, group: GroupId, lang: LanguageCode): Source {
  return { file: `docs/${name}.md`, path: `${name.replace(/README$/, 'index')}.html`, lang, group };
}

/** The pages of a folder but its README. */
function inFolder(root: string, folder: string, group: GroupId): readonly Source[] {
  const place = join(root, 'docs', folder);
  if (!existsSync(place)) return [];
  return readdirSync(place)
    .filter((file) => file.endsWith('.md') && file !== 'README.md')
    .sort()
    .map((file) => inDocs(`${folder}/${file.slice(0, -3)}`, group, 'en'));
}
