import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import react from '@vitejs/plugin-react';
import { type BuildOptions, type ConfigEnv, defineConfig, type UserConfig } from 'vite';
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
      // Left alone, what several pages share goes into the entry, which every page loads first. What only some queries
      // need is left out.
      groups: [
        // Every page loads all of it.
        {
          name: 'base',
          test: /[\\/]node_modules[\\/](?:react|react-dom|scheduler|react-router|react-router-dom)[\\/]|rolldown.runtime|[\\/]shared[\\/]after-paint\./,
        },
        {
          name: 'queries',
          test: /[\\/]@tanstack[\\/](react-query|query-core)[\\/](?!.*(useMutation|mutationObserver|useInfinite|infiniteQueryO))|[\\/]app[\\/](Queries|BehindNotice|query-client)|[\\/]shared[\\/]queries|[\\/]facade[\\/]books/,
        },
        // Several small chunks weigh more than one: small parts that most pages need.
        {
          name: 'common',
          test: /[\\/](domain[\\/](catalogue[\\/]access|refusal|vocabulary[\\/](bands|bulk-limits|level-policies|levels))|facade[\\/](client[\\/]failure|level-policies|users|vocabularies)|features[\\/]reader[\\/](useKeys|type[\\/]preferences|quiz[\\/](Key|Card))|home[\\/]sample[\\/]stored-answers|shared[\\/](failures|focus|idle|review[\\/]duration|components[\\/](Dots|Icon|Logo|Modal|Spinner|feedback[\\/]Banner)))\./,
        },
        {
          name: 'outbox',
          test: /[\\/]idb-keyval[\\/]|[\\/]shared[\\/](outbox[\\/](outbox|send|useOutbox|held-answer)|device[\\/]connection)/,
        },
        // Reader, review and the sample on the home page; what only one of them needs is in its own chunk.
        {
          name: 'reading',
          test: /[\\/]domain[\\/](quiz[\\/](clauses|random|options|quiz|question-data)|catalogue[\\/]keys|vocabulary[\\/](fragment-levels|vocabulary|decide))\.|[\\/]reader[\\/](chapter[\\/](contents|start)|level[\\/](LevelBar|useCountUp)|quiz[\\/](Deck|Fragments|Options|QuestionCard)|sentence[\\/](marks|spelling|Marked|SentenceText|Word)|state[\\/](state|transition|useMachine|view|keys)|vocabulary[\\/]entries)\./,
        },
        {
          name: 'device',
          test: /[\\/]app[\\/]device[\\/](OnDevice|UnsentNotice)|[\\/]shared[\\/](device[\\/](keep-on-device|clear|replies|offline-access|keys|log-out|chapters|worker)|outbox[\\/](unsent-text|Refused))/,
        },
      ],
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
