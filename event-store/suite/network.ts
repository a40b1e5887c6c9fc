import { createServer, connect as dial, type Socket } from 'node:net';

/** A way to a server that can be made bad: every connection goes through this process. */
export interface Network {
  readonly port: number;
  /** From now on the server's replies are lost, and the connection breaks with the first of them. */
  loseReplies(): void;
  /** From now on nothing passes and nothing breaks. */
  freeze(): void;
  /** Breaks every connection and refuses new ones. */
  cut(): void;
  /** Everything passes again; what was frozen is broken. */
  heal(): void;
  close(): Promise<void>;
}

type Mood = 'good' | 'losing replies' | 'frozen' | 'cut';

export async function networkTo(host: string, port: number): Promise<Network> {
  let mood: Mood = 'good';
  const sockets = new Set<Socket>();
  const breakAll = () => {
    for (const socket of sockets) socket.destroy();
  };

  const server = createServer(client => {
    if (mood === 'cut') {
      client.destroy();
      return;
    }
    const upstream = dial(port, host);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
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
    cut: () => {
      mood = 'cut';
      breakAll();
    },
    heal: () => {
      if (mood === 'frozen') breakAll();
      mood = 'good';
    },
    close: () => {
      breakAll();
      return new Promise(resolve => server.close(() => resolve()));
    },
  };
}
