import { createHash } from 'node:crypto';
import escapeHtml from 'escape-html';
import type { People } from './people.ts';

/** The page on which a person chooses an account. */
export function choosePage(
  people: People,
  wrong?: { readonly typed: string; readonly text: string },
): string {
  const choices = people
    .all()
    .map(
      ({ email, workspace }) =>
        `<button name="known" value="${escapeHtml(email)}">${escapeHtml(email)}${workspace ? ' <small>(Workspace)</small>' : ''}</button>`,
    );
  return page(
    'Choose an account',
    `<p>Camino asks to see your <strong>email address</strong>, nothing else.</p>
     <form method="post">${choices.join('')}</form>
     <form method="post" novalidate><label for="email">Another address</label>
     <input id="email" name="email" type="email" autocomplete="email" value="${escapeHtml(wrong?.typed ?? '')}"${wrong ? ' aria-invalid="true" aria-describedby="wrong"' : ''}>
     ${wrong ? `<p id="wrong" role="alert">${escapeHtml(wrong.text)}</p>` : ''}
     <label class="check"><input type="checkbox" name="workspace" value="yes"> Google runs this mailbox (its domain is in Workspace)</label>
     <button>Continue</button></form>
     <form method="post"><button name="do" value="leave" class="quiet">Cancel</button></form>`,
  );
}

export function expiredPage(): string {
  return page(
    'This sign-in is over',
    '<p>It took too long, or was finished on another page.</p><p><a href="/login">Return to Camino</a></p>',
  );
}

const style = `
  :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
  body { margin: 2rem auto; max-width: 26rem; padding: 0 1rem; overflow-wrap: anywhere; }
  .notice { border: 2px dashed currentColor; border-radius: 8px; padding: 0.5rem 1rem; }
  form { display: grid; gap: 0.5rem; margin-block-end: 1.5rem; }
  input[type=email] { background: none; border: 1px solid currentColor; border-radius: 8px; color: inherit; font: inherit; min-height: 44px; padding: 0.5rem 0.75rem; }
  .check { align-items: center; display: flex; gap: 0.5rem; min-height: 44px; }
  button { background: none; border: 1px solid currentColor; border-radius: 8px; color: inherit; font: inherit; min-height: 44px; padding: 0.5rem 1rem; }
  [role=alert] { font-weight: 600; margin: 0; }
`;
const styleHash = createHash('sha256').update(style).digest('base64');
// A form is answered with a redirect to the application, which the policy allows as 'self'.
export const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`;

function page(title: string, content: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><style>${style}</style></head>
<body><main><p class="notice"><strong>Simulated Google.</strong> This page stands in for Google's on a developer's machine.
It asks for no password and sends nothing to Google.</p><h1>${title}</h1>${content}</main></body></html>`;
}
