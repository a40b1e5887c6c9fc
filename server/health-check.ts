/** Asks the process on this machine whether it is ready and exits 0 or 1: the health check of a container. */
const port = process.env['PORT'] || '3000';
const ready = await fetch(`http://127.0.0.1:${port}/health/ready`, {
  signal: AbortSignal.timeout(4_000),
}).then(
  reply => reply.ok,
  () => false,
);
process.exit(ready ? 0 : 1);
