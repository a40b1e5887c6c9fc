import { createHash } from 'node:crypto';
import type { WebFiles } from './files.ts';

/** The one script inside our pages: it sets the theme before the first paint, which a request would delay. */
export function themeScript(files: WebFiles): string {
  const file = files.get('/theme.js');
  if (!file) throw new Error('the web app was built without a theme.js');
  return file.plain.toString('utf8').trim();
}

/** Allows exactly this script in a Content-Security-Policy. */
export function hashSource(script: string): string {
  return `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
}
