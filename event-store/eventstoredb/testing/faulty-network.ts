import { onTestFinished } from 'vitest';
import { type FaultyNetwork, faultyNetworkTo } from '../../suite/faulty-network.ts';

/** A faulty network in front of `EVENTSTORE_URL` until the end of the test, and its address. */
export async function faultyNetworkToServer(): Promise<{ address: string; network: FaultyNetwork }> {
  const { hostname, port } = new URL((process.env['EVENTSTORE_URL'] ?? '').replace(/^[\w+]+:/, 'http:'));
  const network = await faultyNetworkTo(hostname, Number(port || 2113));
  onTestFinished(() => network.close());
  return { address: `esdb://127.0.0.1:${network.port}?tls=false`, network };
}
