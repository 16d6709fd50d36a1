/** The folder that a shell stands in and the files of a command lie in; kustomize names it in its errors. */
export const workingFolder = '/files';

/** The folder that `~` is, which a shell writes in its place. */
export const homeFolder = '/home/me';

/** A path as a shell hands it to a program. */
export function withHome(path: string): string {
  return path.replace(/^~(?=\/|$)/, homeFolder);
}

/** Joins and normalises a path, `..` included. One that is relative stays so. Upstream: Go path/filepath Join, Clean. */
export function joined(folder: string, path: string): string {
  const whole = folder === '' ? path : `${folder}/${path}`;
  const isAbsolute = whole.startsWith('/');
  const parts: string[] = [];
  for (const part of whole.split('/')) {
    if (part === '..' && (isAbsolute || !['..', undefined].includes(parts.at(-1)))) parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return isAbsolute ? `/${parts.join('/')}` : parts.join('/') || '.';
}

/** Normalises the path of a file of a command: `./a//b/` is `a/b`. Upstream: Go path/filepath Clean. */
export function cleanPath(path: string): string {
  return joined('', path.replace(/^\/+/, ''));
}

/** The whole path of what is named from a folder. Upstream: Go path/filepath Abs. */
export function absolute(path: string, folder = workingFolder): string {
  return joined(path.startsWith('/') ? '/' : folder, path);
}
