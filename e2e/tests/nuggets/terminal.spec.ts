// A program of the old kind and a browser in one match.

import { type Socket, createSocket } from 'node:dgram';
import { once } from 'node:events';
import { expect, test } from '../../support/fixtures.ts';
import { find } from '../../support/maps.ts';

test.use({ ownServer: true });

/** A client that knows the datagrams and nothing else. */
class Terminal {
  display: string[] = [];
  readonly heard: string[] = [];

  private constructor(
    private readonly socket: Socket,
    private readonly port: number,
  ) {
    socket.on('message', (message) => {
      const text = message.toString();
      this.heard.push(text);
      if (text.startsWith('DISPLAY\n')) this.display = text.split('\n').slice(1, -1);
    });
  }

  static async open(port: number): Promise<Terminal> {
    const socket = createSocket('udp4');
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    return new Terminal(socket, port);
  }

  say(text: string): void {
    this.socket.send(text, this.port, '127.0.0.1');
  }

  close(): void {
    this.socket.close();
  }
}

test('both see each other come and go', async ({ players, server }) => {
  const terminal = await Terminal.open(server.port);
  terminal.say('PLAY Old Ann');
  await expect.poll(() => terminal.heard[0]).toBe('OK A');
  await expect.poll(() => find(terminal.display, '@')).toBeDefined();

  const bela = await players.regular('Béla');
  await bela.home.open();
  await bela.home.table('Old Ann').getByRole('link', { name: /^Join/ }).click();
  await bela.match.takeSeat.click();
  const { nuggets } = bela.match;
  await nuggets.reaches('playing');
  await expect(nuggets.player('A')).toContainText('Old Ann');
  await expect(nuggets.main).toHaveAttribute('data-letter', 'B');

  const displays = () => terminal.heard.filter((text) => text.startsWith('DISPLAY')).length;
  const before = displays();
  await nuggets.read();
  for (const key of ['h', 'l', 'j', 'k', 'y', 'n']) await bela.page.keyboard.press(key);
  await expect.poll(displays, 'the terminal is shown every move').toBeGreaterThan(before);

  terminal.say('KEY Q');
  await expect.poll(() => terminal.heard.at(-1)).toBe('QUIT Thanks for playing!');
  await expect(nuggets.player('A')).toHaveAttribute('data-presence', 'left');
  terminal.close();
});
