import { signedRequest } from '../../backend/meta-world/signed-request';
import { META_APP } from './connecting';

export interface FormAnswer {
  status: number;
  body: any;
}

/** Sends a form as Meta does. */
export async function sendForm(
  url: string,
  fields: Record<string, string> | [string, string][],
  headers: Record<string, string> = {},
): Promise<FormAnswer> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams(fields).toString(),
  });
  return { status: answer.status, body: await answer.json() };
}

/** Meta's two calls on behalf of a person. */
export class MetaRequests {
  constructor(private readonly product: { url: string }) {}

  deauthorize = (person: string): Promise<FormAnswer> => this.send('deauthorize', person);
  deleteData = (person: string): Promise<FormAnswer> => this.send('data-deletion', person);

  private send(call: string, person: string): Promise<FormAnswer> {
    const facts = { user_id: person, issued_at: Math.floor(Date.now() / 1000) };
    return sendForm(`${this.product.url}/api/connect/${call}`, {
      signed_request: signedRequest(facts, META_APP.secret),
    });
  }
}
