/** The health check of a container: exits 0 when the process on this machine is ready, else 1. */
const port = process.env['PORT'] || '3000';
const ready = await fetch(`http://127.0.0.1:${port}/health/ready`, {
  signal: AbortSignal.timeout(4_000),
}).then(
  reply => reply.ok,
  () => false,
);
process.exit(ready ? 0 : 1);
