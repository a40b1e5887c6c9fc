/**
 * Prints the reverse proxy's configuration: which call goes to a command process and which to a query process follows
 * from the endpoint table, so it is generated (`npm run proxy`), and a spec fails when deploy/nginx.conf is out of date.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Endpoint } from '../facade/endpoint.ts';
import { endpoints } from '../facade/endpoints.ts';

export const proxyFile = join(import.meta.dirname, '..', 'deploy', 'nginx.conf');

function pattern(path: string): string {
  return path.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+');
}

/** Which process a call goes to. A slash at the end changes nothing, as in the processes; some clients send one. */
function route({ method, path, served }: Endpoint): string {
  return `    "~^${method} ${pattern(path)}/?$" ${served};`;
}

function upstream(role: string): string {
  return `  upstream ${role} {
    zone ${role} 64k;
    server ${role}:3000 resolve max_fails=3 fail_timeout=5s;
    keepalive 64;
    keepalive_timeout 60s;
  }`;
}

/** The first pattern that matches wins, so fixed paths stand before those with parameters, as in the table. */
export function proxyConfiguration(table: readonly Endpoint[]): string {
  return `# Written by \`npm run proxy\` from facade/endpoints.ts. Do not edit. Needs nginx 1.27.3 or newer (\`resolve\`).
worker_processes auto;
# What goes wrong with a process is in the access log. Here its lines would quote whole addresses, tokens included.
error_log stderr crit;
events { worker_connections 4096; }
http {
  server_tokens off;
  # Docker's own: a process that was made anew has another address.
  resolver 127.0.0.11 valid=5s ipv6=off;
  map "$request_method $uri" $process {
    default web;
${table.map(route).join('\n')}
  }
  # Idle connections are kept for less long than a process keeps them (server/http/listen.ts): it never closes one under a
  # request.
${['command', 'query', 'web'].map(upstream).join('\n')}
  # $uri has no query, which may contain a token. No path contains a secret; those of mailed links follow a # and are not sent.
  log_format plain '$remote_addr $request_method $uri $status $request_time $upstream_addr $upstream_status $request_id';
  access_log /dev/stdout plain;
  server {
    listen 8080;
    client_max_body_size 2m;
    # Measurements are scraped inside the network, from each process itself.
    location = /metrics { return 404; }
    location / {
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $host;
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_set_header X-Forwarded-Proto $scheme;
      # The same id in this log, in the lines of the process and in the reply.
      proxy_set_header X-Request-Id $request_id;
      # A process whose container is gone does not answer at all.
      proxy_connect_timeout 2s;
      # POST and PATCH that were sent go to no second process; a PUT may: a command carries its Idempotency-Key.
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
