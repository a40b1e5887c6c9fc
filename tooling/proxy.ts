/**
 * Prints the reverse proxy's configuration: which call goes to a command process and which to a query process follows
 * from the endpoint table, so it is generated (`npm run proxy`), and a spec fails when deploy/nginx.conf is out of date.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Endpoint } from '../facade/endpoint.ts';
import { endpoints } from '../facade/endpoints.ts';

export const proxyFile = join(import.meta.dirname, '..', 'deploy', 'nginx.conf');

function route({ method, path, served }: Endpoint): string {
  const pattern = path.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+');
  return `    "~^${method} ${pattern}$" ${served};`;
}

/** The first pattern that matches wins, so fixed paths stand before those with parameters, as in the table. */
export function proxyConfiguration(table: readonly Endpoint[]): string {
  return `# Written by \`npm run proxy\` from facade/endpoints.ts. Do not edit.
worker_processes auto;
events { worker_connections 4096; }
http {
  # Docker's own: a process that was made anew has another address.
  resolver 127.0.0.11 valid=5s;
  map "$request_method $uri" $process {
    default web;
${table.map(route).join('\n')}
  }
  upstream command { zone command 64k; server command:3000 resolve max_fails=3 fail_timeout=5s; keepalive 64; }
  upstream query { zone query 64k; server query:3000 resolve max_fails=3 fail_timeout=5s; keepalive 64; }
  upstream web { zone web 64k; server web:3000 resolve max_fails=3 fail_timeout=5s; keepalive 64; }
  # The address of a request may hold a token once; it is taken out of the access log.
  log_format plain '$remote_addr $request_method $uri $status $request_time';
  access_log /dev/stdout plain;
  server {
    listen 8080;
    client_max_body_size 1m;
    # Measurements are scraped inside the network, from each process itself.
    location = /metrics { return 404; }
    location / {
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $host;
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_set_header X-Forwarded-Proto $scheme;
      # Only what is safe to send twice goes to a second process; commands carry an Idempotency-Key of their own.
      proxy_next_upstream error timeout;
      proxy_pass http://$process;
    }
  }
}
`;
}

if (import.meta.filename === process.argv[1]) {
  writeFileSync(proxyFile, proxyConfiguration(endpoints));
  console.log(`wrote ${proxyFile}`);
}
