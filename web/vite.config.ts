import { globSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Where `vite` alone finds the server of `npm start`; everything that is not one of its paths is a page. */
const api = process.env['API_URL'] ?? 'http://localhost:3000';

/** The router's package offers its development build to everybody; this is the other one, a tenth smaller. */
const router = join(
  dirname(createRequire(import.meta.url).resolve('react-router/package.json')),
  'dist/production',
);

/**
 * Beside the recordings of words (spec 7, static files) lies a list of the words that have one, so that the browser asks
 * for no other.
 */
function listOfRecordings(): Plugin {
  return {
    name: 'list-of-recordings',
    generateBundle() {
      const recordings = globSync('spanish-words/*.wav', { cwd: join(import.meta.dirname, 'public') });
      const words = recordings.map(file => basename(file, '.wav')).sort();
      this.emitFile({ type: 'asset', fileName: 'spanish-words/index.json', source: JSON.stringify(words) });
    },
  };
}

export default defineConfig(({ command }) => ({
  root: import.meta.dirname,
  publicDir: 'public',
  plugins: [react(), listOfRecordings()],
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
