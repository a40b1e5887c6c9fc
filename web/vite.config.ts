import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import react from '@vitejs/plugin-react';
import { type BuildOptions, type ConfigEnv, defineConfig, type UserConfig } from 'vite';
import { chunkGroups } from './build/chunk-groups.ts';
import { endpointsWithoutSchemas } from './build/endpoints.ts';
import { routerWithoutUnused } from './build/router.ts';

/** The router's package offers its development build to everybody; this is the other one, a tenth smaller. */
const router = join(
  dirname(createRequire(import.meta.url).resolve('react-router/package.json')),
  'dist/production',
);

/** How the browser's build is cut into chunks. */
const chunks: BuildOptions['rolldownOptions'] = {
  output: {
    codeSplitting: {
      groups: chunkGroups,
      includeDependenciesRecursively: false,
    },
  },
  preserveEntrySignatures: false,
};

/** The service worker, whole in one file: `--mode worker`. */
const worker: UserConfig = {
  root: import.meta.dirname,
  publicDir: false,
  build: {
    emptyOutDir: false,
    target: 'es2022',
    modulePreload: false,
    rolldownOptions: {
      input: join(import.meta.dirname, 'worker/worker.ts'),
      output: { format: 'iife', entryFileNames: 'worker.js' },
    },
  },
};

const app = ({ command, isSsrBuild }: ConfigEnv): UserConfig => ({
  root: import.meta.dirname,
  publicDir: 'public',
  plugins: [react(), endpointsWithoutSchemas(), routerWithoutUnused()],
  resolve: {
    alias:
      command === 'build'
        ? [
            { find: /^react-router$/, replacement: join(router, 'index.mjs') },
            { find: /^react-router\/dom$/, replacement: join(router, 'dom-export.mjs') },
          ]
        : [],
  },
  // What draws the pages for the server is whole by itself, and always of the production kind.
  ssr: { noExternal: true },
  build: {
    outDir: 'dist',
    copyPublicDir: !isSsrBuild,
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: {
      // Every browser of the target knows modulepreload.
      polyfill: false,
      // The HTML preloads the scripts of a first page, and a page's chunks are requested before its link is followed. A list
      // of every chunk's scripts would be 2 kB of each first load.
      resolveDependencies: (_, files) => files.filter(file => file.endsWith('.css')),
    },
    rolldownOptions: isSsrBuild ? {} : chunks,
  },
});

export default defineConfig(environment => (environment.mode === 'worker' ? worker : app(environment)));
