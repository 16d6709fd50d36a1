// Makes the page: the address of the playground and the static view take the places of their names.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';

const base = process.env.PLAYGROUND ?? 'https://fields.example.com/';
const page = readFileSync('index.html', 'utf8').replace('PLAYGROUND/', base);
mkdirSync('dist', { recursive: true });
copyFileSync('static.css', 'dist/static.css');
writeFileSync(
  'dist/index.html',
  page.replace('VIEW', () => readFileSync('view.html', 'utf8')),
);
