import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Paths that belong to the server; everything else is a page. A GET of a page path is never one of these. */
const api = process.env['API_URL'] ?? 'http://localhost:3000';

export default defineConfig({
  root: import.meta.dirname,
  publicDir: 'public',
  plugins: [react()],
  build: { outDir: 'dist', emptyOutDir: true, target: 'es2022', assetsInlineLimit: 0 },
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
});
