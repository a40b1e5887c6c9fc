import type { Endpoint } from '../../facade/endpoint.ts';

/** What the server answers beside its endpoints. */
const otherServerPaths = /^\/(health|dev|metrics)(\/|$)|^\/(api|openapi\.json)$/;

/** Whether a request is the server's; everything else is the browser app's, which Vite serves. */
export function apiCalls(endpoints: readonly Endpoint[]): (method: string, address: string) => boolean {
  const calls = endpoints.map(({ method, path }) => {
    const pattern = path.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+');
    return { method, path: new RegExp(`^${pattern}$`) };
  });
  return (method, address) => {
    const [path = '/'] = address.split('?');
    return otherServerPaths.test(path) || calls.some(call => call.method === method && call.path.test(path));
  };
}
