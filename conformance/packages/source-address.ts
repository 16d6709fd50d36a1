/**
 * The address of the repository that packages name, until a release knows its own: `.ci/publish` refuses a package that still
 * names it. GitHub's runners say where they run.
 */
export const unnamedRepository = 'https://github.com/OWNER/REPOSITORY';

/** The address of the repository that packages are made from. */
export function repositoryAddress(environment: Readonly<Record<string, string | undefined>> = process.env): string {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: name } = environment;
  return server === undefined || name === undefined ? unnamedRepository : `${server}/${name}`;
}
