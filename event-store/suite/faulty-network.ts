import { createServer, connect as dial, type Socket } from 'node:net';

/** A way to a server that can be made bad: every connection goes through this process. */
export interface FaultyNetwork {
  readonly port: number;
  /** From now on the server's replies are lost, and the connection breaks with the first of them. */
  loseReplies(): void;
  /** From now on nothing passes and nothing breaks. */
  freeze(): void;
  /** From now on replies wait on their way, as behind a consumer that does not read: the server feels it. */
  halt(): void;
  /** Breaks every connection and refuses new ones. */
  cut(): void;
  /** Everything passes again, what was halted too; what was frozen is broken. */
  heal(): void;
  close(): Promise<void>;
}

type Mood = 'good' | 'losing replies' | 'frozen' | 'halted' | 'cut';

export async function faultyNetworkTo(host: string, port: number): Promise<FaultyNetwork> {
  let mood: Mood = 'good';
  const sockets = new Set<Socket>();
  /** Of the sockets, those that lead to the server. */
  const upstreams = new Set<Socket>();
  const breakAll = () => {
    for (const socket of sockets) socket.destroy();
  };

  const server = createServer(client => {
    if (mood === 'cut') {
      client.destroy();
      return;
    }
    const upstream = dial(port, host);
    upstreams.add(upstream);
    if (mood === 'halted') upstream.pause();
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
      if (mood !== 'frozen') upstream.write(request);
    });
    upstream.on('data', reply => {
      if (mood === 'losing replies') client.destroy();
      else if (mood !== 'frozen') client.write(reply);
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');

  return {
    port: address.port,
    loseReplies: () => {
      mood = 'losing replies';
    },
    freeze: () => {
      mood = 'frozen';
    },
    halt: () => {
      mood = 'halted';
      for (const upstream of upstreams) upstream.pause();
    },
    cut: () => {
      mood = 'cut';
      breakAll();
    },
    heal: () => {
      if (mood === 'frozen') breakAll();
      mood = 'good';
      for (const upstream of upstreams) upstream.resume();
    },
    close: () => {
      breakAll();
      return new Promise(resolve => server.close(() => resolve()));
    },
  };
}
