import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** What lies between a browser and the server, and can be cut. */
export class Cable {
  private readonly sockets = new Set<Socket>();
  private isCut = false;

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async to(target: string): Promise<Cable> {
    const { hostname, port } = new URL(target);
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const cable = new Cable(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    server.on('connection', (near) => {
      if (cable.isCut) near.destroy();
      else cable.join(near, connect(Number(port), hostname));
    });
    return cable;
  }

  /** Whatever is on its way is lost; until it is mended nothing gets through. */
  cut(): void {
    this.isCut = true;
    for (const socket of this.sockets) socket.destroy();
  }

  mend(): void {
    this.isCut = false;
  }

  /** As a firewall that has forgotten them: the connections there are stay, and carry nothing any more. New ones work. */
  silence(): void {
    for (const socket of this.sockets) {
      socket.unpipe();
      socket.pause();
    }
  }

  end(): void {
    this.cut();
    this.server.close();
  }

  private join(near: Socket, far: Socket): void {
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.sockets.add(one);
      one.pipe(other);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        this.sockets.delete(one);
        other.destroy();
      });
    }
  }
}
