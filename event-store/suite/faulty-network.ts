import { createServer, connect as dial, type Socket } from 'node:net';

/** A TCP proxy to a server that can simulate network faults. */
export interface FaultyNetwork {
  readonly port: number;
  /** From now on replies of the server are lost, and the connection breaks at the first one. */
  loseReplies(): void;
  /** From now on no data passes, and no connection breaks. */
  freeze(): void;
  /** From now on replies are not read, so that the server gets backpressure as from a slow consumer. */
  halt(): void;
  /** Breaks every connection and refuses new ones. */
  cut(): void;
  /** Data passes again, halted replies included. Frozen connections break. */
  heal(): void;
  close(): Promise<void>;
}

type NetworkState = 'good' | 'losing replies' | 'frozen' | 'halted' | 'cut';

export async function faultyNetworkTo(host: string, port: number): Promise<FaultyNetwork> {
  let state: NetworkState = 'good';
  const sockets = new Set<Socket>();
  /** The sockets to the server. */
  const upstreams = new Set<Socket>();
  const breakAll = () => {
    for (const socket of sockets) socket.destroy();
  };

  const server = createServer(client => {
    if (state === 'cut') {
      client.destroy();
      return;
    }
    const upstream = dial(port, host);
    upstreams.add(upstream);
    if (state === 'halted') upstream.pause();
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        upstreams.delete(upstream);
        client.destroy();
        upstream.destroy();
      });
    }
    client.on('data', request => {
      if (state !== 'frozen') upstream.write(request);
    });
    upstream.on('data', reply => {
      if (state === 'losing replies') client.destroy();
      else if (state !== 'frozen') client.write(reply);
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');

  return {
    port: address.port,
    loseReplies: () => {
      state = 'losing replies';
    },
    freeze: () => {
      state = 'frozen';
    },
    halt: () => {
      state = 'halted';
      for (const upstream of upstreams) upstream.pause();
    },
    cut: () => {
      state = 'cut';
      breakAll();
    },
    heal: () => {
      if (state === 'frozen') breakAll();
      state = 'good';
      for (const upstream of upstreams) upstream.resume();
    },
    close: () => {
      breakAll();
      return new Promise(resolve => server.close(() => resolve()));
    },
  };
}
