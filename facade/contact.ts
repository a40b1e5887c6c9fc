import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Email, line } from './values.ts';

const body = z.strictObject({ name: line(200), email: Email, subject: line(200), message: line(10_000) });
const reply = z.object({ message: z.string(), error: z.boolean() });

export const contactUs = endpoint({
  name: 'contactUs',
  method: 'POST',
  path: '/contact/contact-us',
  served: 'command',
  callers: 'anyone',
  summary: 'Write to the team.',
  body,
  reply,
});

export const reportIssue = endpoint({
  name: 'reportIssue',
  method: 'POST',
  path: '/contact/report-issue',
  served: 'command',
  callers: 'anyone',
  summary: 'Report a problem, from the page or from the reader.',
  body,
  reply,
});
