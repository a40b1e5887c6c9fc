import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Where `vite` alone finds the server of `npm start`; everything that is not one of its paths is a page. */
const api = process.env['API_URL'] ?? 'http://localhost:3000';

/** The router's package offers its development build to everybody; this is the other one, a tenth smaller. */
const router = join(
  dirname(createRequire(import.meta.url).resolve('react-router/package.json')),
  'dist/production',
);

export default defineConfig(({ command }) => ({
  root: import.meta.dirname,
  publicDir: 'public',
  plugins: [react()],
  resolve: {
    alias:
      command === 'build'
        ? [
            { find: /^react-router$/, replacement: join(router, 'index.mjs') },
            { find: /^react-router\/dom$/, replacement: join(router, 'dom-export.mjs') },
          ]
        : [],
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Left alone, what several pages share goes into the entry, which every page loads first.
          groups: [{ name: 'queries', test: /[\\/]@tanstack[\\/]/ }],
          includeDependenciesRecursively: false,
        },
        strictExecutionOrder: true,
      },
      preserveEntrySignatures: false,
    },
  },
  server: {
    proxy: Object.fromEntries(
      [
        '/auth',
        '/email-verification',
        '/users',
        '/vocabularies',
        '/books',
        '/sentences',
        '/word-instances',
        '/answers',
        '/chapters',
        '/stripe',
        '/contact/',
        '/languages',
        '/courses',
        '/auto',
        '/spanish-words',
        '/img',
        '/badges',
      ].map(path => [path, api]),
    ),
  },
}));
