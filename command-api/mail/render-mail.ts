import escapeHtml from 'escape-html';
import type { Mail } from './mail.ts';

/** The content of a mail to a learner; plain text, no markup. */
export interface MailContent {
  readonly to: string;
  readonly subject: string;
  readonly greeting: string;
  readonly paragraphs: readonly string[];
  /** Shown large and on its own line, to be read or copied. */
  readonly code?: string;
  readonly action: { readonly label: string; readonly link: string };
  /** Small print under the action. */
  readonly closing: string;
}

/** Renders a mail as text and as simple HTML with inline styles and a table layout, which mail programs need. */
export function renderMail({ to, subject, greeting, paragraphs, code, action, closing }: MailContent): Mail {
  const said = [greeting, ...paragraphs, ...(code === undefined ? [] : [code])];
  const text = [...said, `${action.label}: ${action.link}`, closing, 'Camino'].join('\n\n');
  const link = escapeHtml(action.link);
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px 12px;background:#faf6ee;color:#23201a">
<table role="presentation" align="center" width="100%" style="max-width:520px;margin:0 auto;border-collapse:separate;border-spacing:0"><tr><td style="padding:32px;background:#fffdf9;border:1px solid #e6dccb;border-radius:14px;font:17px/1.6 Georgia,serif">
<p style="margin:0 0 24px;color:#1d4f91;font-size:22px;letter-spacing:.02em">Camino</p>
<p style="margin:0 0 16px">${escapeHtml(greeting)}</p>
${paragraphs.map(paragraph => `<p style="margin:0 0 16px">${escapeHtml(paragraph)}</p>`).join('\n')}
${code === undefined ? '' : `<p style="margin:24px 0;padding:16px;border-radius:10px;background:#f1eadc;text-align:center;font:600 24px/1.3 Consolas,Menlo,monospace;letter-spacing:.06em">${escapeHtml(code)}</p>\n`}<p style="margin:24px 0"><a href="${link}" style="display:inline-block;padding:12px 24px;border-radius:999px;background:#1d4f91;color:#ffffff;text-decoration:none;font:600 16px/1.4 Helvetica,Arial,sans-serif">${escapeHtml(action.label)}</a></p>
<p style="margin:0 0 16px;color:#645b4d;font-size:14px">If the button does not work, copy this address into your browser:<br><a href="${link}" style="color:#1d4f91;word-break:break-all">${link}</a></p>
<p style="margin:0;color:#645b4d;font-size:14px">${escapeHtml(closing)}</p>
</td></tr></table></body></html>
`;
  return { to, subject, text: `${text}\n`, html };
}
