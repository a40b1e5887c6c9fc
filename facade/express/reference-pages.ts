import { createHash } from 'node:crypto';
import express, { type Router } from 'express';
import type { Endpoint } from '../endpoint.ts';
import { openApiOf } from '../openapi.ts';
import { referenceOf, referenceStyle } from '../reference.ts';

/** `/openapi.json` and the readable `/api`, generated once at start. */
export function referencePages(endpoints: readonly Endpoint[]): Router {
  const router = express.Router();
  const description = openApiOf(endpoints);
  const page = referenceOf(endpoints);
  const style = createHash('sha256').update(referenceStyle).digest('base64');
  router.get('/openapi.json', (_request, response) => {
    response.json(description);
  });
  router.get('/api', (_request, response) => {
    response
      .setHeader(
        'Content-Security-Policy',
        `default-src 'none'; style-src 'sha256-${style}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      )
      .type('html')
      .send(page);
  });
  return router;
}
