import { multipart } from '../media';
import type { FakeGraph } from './fake-graph';

export interface Said {
  status: number;
  body: any;
  headers: Headers;
}

export const page = {
  id: '90071992547409955',
  name: 'Bakery',
  token: 'EAAB_PAGE_ONE',
  userToken: 'EAAB_USER_ONE',
  igId: '17841400000000001',
  igUsername: 'bakery',
};
export const otherPage = { id: '90071992547409977', name: 'Garage', token: 'EAAB_PAGE_TWO' };

/** A plain client, with which the specs drive the fake. */
export class ByHand {
  constructor(
    private readonly fake: FakeGraph,
    private readonly token = page.token,
  ) {}

  as(token: string): ByHand {
    return new ByHand(this.fake, token);
  }

  async get(path: string): Promise<Said> {
    return said(await fetch(`${this.fake.graphUrl}/v26.0/${path}`, { headers: this.#bearer() }));
  }

  async post(path: string, params: Record<string, unknown>): Promise<Said> {
    const headers = { ...this.#bearer(), 'content-type': 'application/json' };
    return said(
      await fetch(`${this.fake.graphUrl}/v26.0/${path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(params),
      }),
    );
  }

  async postForm(
    path: string,
    params: Record<string, string>,
    file?: { name: string; bytes: Buffer },
  ): Promise<Said> {
    const fields = Object.entries(params).map(([name, value]) => ({ name, value }));
    const files = file ? [{ name: file.name, filename: 'file', buffer: file.bytes }] : [];
    const form = multipart([...fields, ...files]);
    const headers = { ...this.#bearer(), 'content-type': form.contentType };
    return said(
      await fetch(`${this.fake.graphUrl}/v26.0/${path}`, { method: 'POST', headers, body: form.buffer() }),
    );
  }

  async send(url: string, bytes: Buffer, offset: number, size: number): Promise<Said> {
    const headers = { authorization: `OAuth ${this.token}`, offset: String(offset), file_size: String(size) };
    return said(await fetch(url, { method: 'POST', headers, body: bytes }));
  }

  startReel(): Promise<Said> {
    return this.post(`${page.id}/video_reels`, { upload_phase: 'start' });
  }

  finishReel(video_id: string, description = 'fresh bread'): Promise<Said> {
    const params = { upload_phase: 'finish', video_id, video_state: 'PUBLISHED', description };
    return this.post(`${page.id}/video_reels`, params);
  }

  async uploadReel(bytes: Buffer): Promise<string> {
    const { body } = await this.startReel();
    await this.send(body.upload_url, bytes, 0, bytes.length);
    return body.video_id;
  }

  async statusOf(id: string): Promise<any> {
    return (await this.get(`${id}?fields=status,published,permalink_url`)).body;
  }

  #bearer(): Record<string, string> {
    return { authorization: `Bearer ${this.token}` };
  }
}

async function said(response: Response): Promise<Said> {
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text.startsWith('<') ? text : JSON.parse(text),
  };
}
