/** The baseline for login and refresh, without sessions, limits or a database: two routes on Express, one with argon2. */

import type { AddressInfo } from 'node:net';
import express from 'express';
import { hashPassword, isPassword } from '../command-api/identity/accounts/passwords.ts';

const stored = await hashPassword('Camino-2026!');
const app = express();
app.disable('x-powered-by');
app.post('/login', express.json(), async ({ body }, response) => {
  response.json({ accessToken: (await isPassword(stored, body.password)) ? 'token' : '' });
});
app.get('/refresh', (_request, response) => {
  response.json({ accessToken: 'token' });
});
const server = app.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
