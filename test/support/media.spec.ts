import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { path as ffprobe } from 'ffprobe-static';
import { fixture, multipart, paddedVideo, sha256 } from './media';

const options = '-v error -protocol_whitelist file -f mov -show_streams -show_format -of json'.split(' ');
const probe = (path: string) =>
  JSON.parse(execFileSync(ffprobe, [...options, `file:${path}`], { encoding: 'utf8' }));
const videoOf = (name: string) => probe(fixture(name)).streams.find((one: any) => one.codec_type === 'video');

describe('the media fixtures, as the probe of the product sees them', () => {
  it.each([
    ['portrait.mp4', 'h264', 540, 960, 4],
    ['portrait-1080.mp4', 'h264', 1080, 1920, 3.2],
    ['long.mp4', 'h264', 540, 960, 95],
    ['short.mp4', 'h264', 540, 960, 1.5],
    ['landscape.mp4', 'h264', 960, 540, 4],
    ['small.mp4', 'h264', 360, 640, 4],
    ['tall-4k.mp4', 'h264', 2160, 3840, 3.2],
    ['square.mp4', 'h264', 1080, 1080, 4],
    ['mpeg4.mp4', 'mpeg4', 540, 960, 4],
    ['hevc.mp4', 'hevc', 540, 960, 4],
    ['portrait.mov', 'h264', 540, 960, 4],
    ['fragmented.mp4', 'h264', 540, 960, 4],
  ])('%s is %s, %i x %i, %d s', (name, codec_name, width, height, seconds) => {
    expect(videoOf(name)).toMatchObject({ codec_name, width, height });
    expect(Number(probe(fixture(name)).format.duration)).toBeCloseTo(seconds, 1);
  });

  it('shows rotation and sample aspect ratio', () => {
    expect(videoOf('rotated.mp4')).toMatchObject({ width: 960, height: 540, tags: { rotate: '90' } });
    expect(videoOf('anamorphic.mp4')).toMatchObject({ width: 1080, height: 960, sample_aspect_ratio: '1:2' });
  });

  it('finds no video in the rest', () => {
    expect(videoOf('audio-only.mp4')).toBeUndefined();
    for (const name of ['broken-moov', 'truncated', 'evil-hls', 'evil-dash', 'evil-concat', 'text', 'webm']) {
      const { status, stdout } = spawnSync(ffprobe, [...options, `file:${fixture(`${name}.mp4`)}`], {
        encoding: 'utf8',
      });
      expect([name, status === 0 && JSON.parse(stdout).streams.length > 0]).toEqual([name, false]);
    }
  });

  it('has the index where the names say', () => {
    const order = (name: string) => {
      const bytes = readFileSync(fixture(name));
      return bytes.indexOf('moov') < bytes.indexOf('mdat') ? 'first' : 'last';
    };
    expect([order('portrait.mp4'), order('portrait-1080.mp4')]).toEqual(['first', 'last']);
    expect(readFileSync(fixture('portrait.mov')).subarray(4, 10).toString()).toBe('ftypqt');
  });
});

describe('paddedVideo', () => {
  const folder = mkdtempSync(join(tmpdir(), 'media-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is a playable video of exactly the bytes asked for', async () => {
    const path = await paddedVideo(join(folder, 'padded.mp4'), 5_000_001);
    expect(statSync(path).size).toBe(5_000_001);
    expect(probe(path).streams).toHaveLength(2);
    const salted = await paddedVideo(join(folder, 'salted.mp4'), 5_000_001, { salt: 'b' });
    expect(await sha256(salted)).not.toBe(await sha256(path));
    await expect(paddedVideo(join(folder, 'tight.mp4'), 10)).rejects.toThrow('do not fit');
  });
});

describe('multipart', () => {
  it('is one body, as a buffer and as a stream', async () => {
    const form = multipart([
      { name: 'titles[]', value: 'Brot, frisch' },
      { name: 'videos[]', filename: 'a"\r\nb.mp4', type: 'video/mp4', path: fixture('short.mp4') },
      { name: 'more', buffer: Buffer.from('x') },
    ]);
    const streamed = Buffer.concat(await form.stream().toArray());
    expect(streamed.equals(form.buffer())).toBe(true);
    expect(streamed).toHaveLength(form.length);
    expect(streamed.toString('latin1')).toContain(
      'name="videos[]"; filename="a"\r\nb.mp4"\r\nContent-Type: video/mp4\r\n',
    );
    const plain = multipart([{ name: 'title', value: 'Brot' }]);
    expect(plain.buffer().toString()).toBe(
      `--${plain.boundary}\r\nContent-Disposition: form-data; name="title"\r\n\r\nBrot\r\n--${plain.boundary}--\r\n`,
    );
  });
});
