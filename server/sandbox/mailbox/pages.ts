import { createHash } from 'node:crypto';
import escapeHtml from 'escape-html';
import express, { type Router } from 'express';
import type { MailStore, ReceivedMail } from './store.ts';

/** `/dev/mail` for people, `/dev/mail.json` for tests. Development only. */
export function mailboxPages(store: MailStore): Router {
  const router = express.Router();
  router.use('/dev', (_request, response, next) => {
    response.setHeader('Cache-Control', 'no-store');
    response.setHeader('Content-Security-Policy', pagePolicy);
    next();
  });
  router.get('/dev/mail.json', async (_request, response) => {
    response.json(await store.all());
  });
  router.get('/dev/mail', async (_request, response) => {
    response.type('html').send(page('Mailbox', list(await store.all())));
  });
  router.get('/dev/mail/:id', async (request, response, next) => {
    const mail = await store.byId(request.params.id);
    if (!mail) return next();
    response.type('html').send(page(mail.subject, show(mail)));
  });
  router.get('/dev/mail/:id/content', async (request, response, next) => {
    const mail = await store.byId(request.params.id);
    if (!mail) return next();
    response.setHeader('Content-Security-Policy', mailPolicy);
    response.type('html').send(`<!doctype html><base target="_top">${mail.html ?? asHtml(mail.text)}`);
  });
  return router;
}

const style = `
  :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
  body { margin: 2rem auto; max-width: 48rem; padding: 0 1rem; }
  ul { list-style: none; padding: 0; }
  li a { display: grid; gap: 0 1rem; grid-template-columns: 1fr auto; padding: 0.75rem 0; text-decoration: none; }
  li { border-top: 1px solid color-mix(in srgb, currentColor 20%, transparent); }
  li strong { grid-column: 1 / -1; }
  time, dt, .quiet { color: color-mix(in srgb, currentColor 70%, transparent); }
  dl { display: grid; gap: 0 1rem; grid-template-columns: auto 1fr; }
  dd { margin: 0; overflow-wrap: anywhere; }
  iframe { background: #fff; border: 1px solid color-mix(in srgb, currentColor 20%, transparent); border-radius: 4px; height: 32rem; width: 100%; }
`;
const styleHash = createHash('sha256').update(style).digest('base64');
const pagePolicy = `default-src 'none'; style-src 'sha256-${styleHash}'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
/** Anybody may have written a mail's content: it may be shown and its links followed, nothing else. */
const mailPolicy =
  "sandbox allow-top-navigation-by-user-activation allow-popups; default-src 'none'; style-src 'unsafe-inline'; img-src data: https:; frame-ancestors 'self'";

function page(title: string, content: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title><style>${style}</style></head><body>${content}</body></html>`;
}

function list(all: readonly ReceivedMail[]): string {
  const items = all.map(
    ({ id, subject, to, arrivedAt }) =>
      `<li><a href="/dev/mail/${id}"><strong>${escapeHtml(subject)}</strong><span>${escapeHtml(to.join(', '))}</span><time datetime="${arrivedAt}">${arrivedAt.slice(0, 19).replace('T', ' ')}</time></a></li>`,
  );
  return `<h1>Mailbox</h1><p class="quiet">Mail the application sends in development ends here and nowhere else.</p>${
    items.length ? `<ul>${items.join('')}</ul>` : '<p>Nothing has been sent yet.</p>'
  }`;
}

function show({ id, subject, from, to, arrivedAt }: ReceivedMail): string {
  return `<p><a href="/dev/mail">All mail</a></p><h1>${escapeHtml(subject)}</h1>
<dl><dt>From</dt><dd>${escapeHtml(from)}</dd><dt>To</dt><dd>${escapeHtml(to.join(', '))}</dd><dt>Sent</dt><dd>${arrivedAt}</dd></dl>
<iframe title="${escapeHtml(subject)}" src="/dev/mail/${id}/content" sandbox="allow-top-navigation-by-user-activation allow-popups"></iframe>`;
}

function asHtml(text: string): string {
  const linked = escapeHtml(text).replaceAll(
    /https?:\/\/[^\s<>")]+/g,
    link => `<a href="${link}">${link}</a>`,
  );
  return `<pre style="white-space: pre-wrap; font: inherit">${linked}</pre>`;
}
