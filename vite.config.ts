import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: 'app',
  // Relative addresses, so that the built page works from any sub-path.
  base: './',
  publicDir: '../public',
  plugins: [react()],
  build: { outDir: '../dist', emptyOutDir: true, target: 'es2022' },
  worker: { format: 'es' },
  preview: { port: 4173, strictPort: false },
  test: {
    root: '.',
    include: ['packages/*/src/**/*.test.ts', 'app/src/**/*.test.ts', 'conformance/**/*.test.ts'],
    testTimeout: 60_000,
  },
});
