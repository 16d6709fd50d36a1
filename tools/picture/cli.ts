import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { drawPackages, packageImports, withPicture } from '../../conformance/picture/picture.ts';
import { readArguments } from '../arguments.ts';

readArguments({ name: 'pnpm picture', about: 'Draws the packages and what each imports into ARCHITECTURE.md.' });

const root = fileURLToPath(new URL('../..', import.meta.url));
const page = `${root}/ARCHITECTURE.md`;
writeFileSync(page, withPicture(readFileSync(page, 'utf8'), drawPackages(packageImports(root))));
