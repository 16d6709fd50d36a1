import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { drawPackages, packageImports, withPicture } from './picture.ts';

/** `pnpm picture` draws the packages and what each imports into ARCHITECTURE.md. */
const root = fileURLToPath(new URL('../..', import.meta.url));
const page = `${root}/ARCHITECTURE.md`;
writeFileSync(page, withPicture(readFileSync(page, 'utf8'), drawPackages(packageImports(root))));
