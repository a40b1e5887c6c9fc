import { expect, test } from 'vitest';
import { renderMail } from './render-mail.ts';

test('text of users is escaped in a mail', () => {
  const { text, html } = renderMail({
    to: 'reader1@example.org',
    subject: 'Verify',
    greeting: 'Welcome, <b>"Sancho" & co</b>.',
    paragraphs: ['One.', 'Two.'],
    action: { label: 'Verify', link: 'https://camino.example/x?a=1&b=2' },
    closing: 'Bye.',
  });
  expect(html).toContain('Welcome, &lt;b&gt;&quot;Sancho&quot; &amp; co&lt;/b&gt;.');
  expect(html).toContain('href="https://camino.example/x?a=1&amp;b=2"');
  expect(text).toContain('\n\nOne.\n\nTwo.\n\nVerify: https://camino.example/x?a=1&b=2\n\n');
});
