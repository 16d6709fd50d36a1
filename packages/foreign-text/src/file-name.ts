/** Writes words as the name of a file: `Deployment web` becomes `deployment-web.yaml`. At most 80 characters before the ending. */
export function fileName(words: string, ending: string, otherwise = 'object'): string {
  const name =
    words
      .toLowerCase()
      .match(/[a-z0-9]+/g)
      ?.join('-') ?? otherwise;
  return `${name.slice(0, 80)}.${ending}`;
}
