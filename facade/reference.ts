import escapeHtml from 'escape-html';
import type { Callers, Endpoint } from './endpoint.ts';
import { areaOf, schemaOf } from './openapi.ts';

/** Separate from the page, so that a content security policy can contain its hash. */
export const referenceStyle = `
:root { color-scheme: light dark; --paper: #faf6ee; --ink: #23201a; --soft: #645b4d; --rule: #e6dccb; --accent: #1d4f91; }
@media (prefers-color-scheme: dark) { :root { --paper: #161411; --ink: #eee6d8; --soft: #b3a894; --rule: #37312a; --accent: #93b8ec; } }
body { margin: 0 auto; max-width: 46rem; padding: 2rem 1rem 4rem; background: var(--paper); color: var(--ink); font: 1rem/1.55 Georgia, serif; }
h1, h2 { font-weight: 600; } h2 { margin-top: 3rem; border-bottom: 1px solid var(--rule); }
h3 { margin: 2rem 0 .25rem; font: 600 1rem/1.4 ui-monospace, monospace; overflow-wrap: anywhere; }
p { margin: .25rem 0; } small, summary { color: var(--soft); } a { color: var(--accent); }
pre { overflow-x: auto; padding: .75rem 1rem; border: 1px solid var(--rule); border-radius: 8px; font: .85rem/1.5 ui-monospace, monospace; }
`;

/** The endpoint table as a readable page: every call with its input, output and callers. */
export function referenceOf(endpoints: readonly Endpoint[]): string {
  const areas = [...Map.groupBy(endpoints, areaOf)];
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Calls of Camino</title><style>${referenceStyle}</style></head><body>
<h1>Calls of Camino</h1>
<p>All ${endpoints.length} calls, from the table the server itself uses. For programs: <a href="/openapi.json">openapi.json</a>.</p>
<p>${areas.map(([area]) => `<a href="#${escapeHtml(area)}">${escapeHtml(area)}</a>`).join(' · ')}</p>
${areas.map(([area, calls]) => `<h2 id="${escapeHtml(area)}">${escapeHtml(area)}</h2>\n${calls.map(callOf).join('\n')}`).join('\n')}
</body></html>
`;
}

function callOf(endpoint: Endpoint): string {
  const { method, path, summary, callers, served, body, query, reply, success = 200 } = endpoint;
  return `<section><h3>${method} ${escapeHtml(path)}</h3>
<p>${escapeHtml(summary)}</p>
<p><small>${escapeHtml(callersText(callers))} · a ${served} · success is ${success}</small></p>
${query ? folded('Query', schemaOf(query, 'input')) : ''}${body ? folded('Body', schemaOf(body, 'input')) : ''}${success === 302 ? '' : folded('Reply', schemaOf(reply, 'output'))}</section>`;
}

function callersText(callers: Callers): string {
  if (callers === 'anyone') return 'anyone';
  return callers === 'resetting' ? 'with the token of a reset code' : `signed in as ${callers.join(', ')}`;
}

function folded(title: string, schema: unknown): string {
  return `<details><summary>${title}</summary><pre>${escapeHtml(JSON.stringify(schema, null, 2))}</pre></details>\n`;
}
