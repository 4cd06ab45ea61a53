import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';

export { eventually } from './eventually';

export interface Answer {
  status: number;
  body: any;
  headers: Headers;
}

let users = 0;

/** Speaks to the product as a real client would. */
export class Client {
  user?: any;

  constructor(
    readonly url: string,
    readonly token?: string,
  ) {}

  async call(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const isForm = body instanceof FormData;
    const response = await fetch(this.url + path, {
      method,
      headers: {
        accept: 'application/json',
        ...(this.token && { authorization: `Bearer ${this.token}` }),
        ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? undefined : isForm ? body : JSON.stringify(body),
    });
    const text = await response.text();
    return { status: response.status, body: parsed(text), headers: response.headers };
  }

  get = (path: string) => this.call('GET', path);
  post = (path: string, body?: unknown) => this.call('POST', path, body);
  put = (path: string, body?: unknown) => this.call('PUT', path, body);
  delete = (path: string) => this.call('DELETE', path);

  async login(email: string, password: string): Promise<Client> {
    const { body } = await this.post('/api/auth/login', { email, password });
    return this.as(body);
  }

  async register(more: Record<string, unknown> = {}, headers: Record<string, string> = {}): Promise<Client> {
    const password = 'secret-enough';
    const email = `user${++users}-${Date.now()}@example.com`;
    const person = { name: 'Test User', email, password, password_confirmation: password, ...more };
    const { body } = await this.call('POST', '/api/auth/register', person, headers);
    return this.as(body);
  }

  async upload(
    path: string,
    files: string[],
    fields: Record<string, string[]> = {},
    collection = 'videos',
  ): Promise<Answer> {
    const type = collection === 'videos' ? 'video/mp4' : 'image/jpeg';
    const form = new FormData();
    for (const [name, values] of Object.entries(fields))
      for (const value of values) form.append(`${name}[]`, value);
    for (const file of files)
      form.append(`${collection}[]`, new Blob([await readFile(file)], { type }), basename(file));
    return this.post(path, form);
  }

  private as(body: any): Client {
    const client = new Client(this.url, body.token);
    client.user = body.user;
    return client;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
