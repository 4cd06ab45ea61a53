import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';
import { loadConfig } from '../../config/config';
import { Beginnings } from './beginnings';

const beginningsOf = (places: number) =>
  new Beginnings(loadConfig({ DATA_DIR: '/nowhere', PUBLISH_CONCURRENCY: String(places) }));

describe('Beginnings', () => {
  let beginnings: Beginnings;
  let sent: number[];
  const send = async (n: number) => {
    const here = sent;
    await beginnings.areFew();
    here.push(n);
  };
  const begin = (count: number) => Array.from({ length: count }, () => beginnings.begin());
  const turns = async (count: number) => {
    for (let n = 0; n < count; n++) await turn();
  };
  beforeEach(() => {
    beginnings = beginningsOf(1024);
    sent = [];
  });

  it('let bytes go at once while few posts begin', async () => {
    begin(16);
    await send(1);
    expect(sent).toEqual([1]);
  });

  it('hold bytes back while many begin, until few do', async () => {
    const ends = begin(17);
    void send(1);
    for (const end of ends.slice(3)) end();
    await turns(5);
    expect(sent).toEqual([]);
    ends[2]!();
    await turns(2);
    expect(sent).toEqual([1]);
  });

  it('let those that wait go on in order, and new ones behind them', async () => {
    const ends = begin(17);
    for (const n of [1, 2, 3]) void send(n);
    for (const end of ends) end();
    await turns(1);
    void send(4);
    await turns(1);
    expect(sent.length).toBeLessThan(4);
    await turns(4);
    expect(sent).toEqual([1, 2, 3, 4]);
  });

  it('hold them back again when many begin meanwhile', async () => {
    const ends = begin(17);
    for (const n of [1, 2, 3]) void send(n);
    for (const end of ends) end();
    await turns(1);
    begin(17);
    await turns(5);
    expect(sent.length).toBeLessThan(3);
  });

  it('count an end once, however often it is told', async () => {
    const [first] = begin(17);
    void send(1);
    for (let n = 0; n < 40; n++) first!();
    await turns(5);
    expect(sent).toEqual([]);
  });

  it('hold nothing back for longer than a second, whatever does not end', async () => {
    begin(100);
    void send(1);
    await pause(900);
    expect(sent).toEqual([]);
    await pause(300);
    expect(sent).toEqual([1]);
  });

  it('hold nothing back where places are few', async () => {
    beginnings = beginningsOf(64);
    begin(64);
    await send(1);
    expect(sent).toEqual([1]);
  });
});
