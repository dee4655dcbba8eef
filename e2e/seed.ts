/** Creates content on a server through its interface, as `Administrator` by default. */
import { isJsonObject, type JsonObject } from '#wire/json.ts';

export interface Credentials {
  readonly username: string;
  readonly password: string;
}

export const administrator: Credentials = { username: 'Administrator', password: 'Administrator' };

export class Seed {
  readonly origin: string;
  readonly #authorization: string;

  constructor(origin: string, { username, password }: Credentials = administrator) {
    this.origin = origin;
    this.#authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  }

  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set('Authorization', this.#authorization);
    // Make an index catch up before the answer, so that a page finds what a test has created.
    headers.set('nx-es-sync', 'true');
    const response = await fetch(`${this.origin}/nuxeo${path}`, { ...init, headers });
    if (!response.ok)
      throw new Error(`${init.method ?? 'GET'} ${path} gave ${response.status}: ${await response.text()}`);
    return response;
  }

  async json(
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<JsonObject> {
    const response = await this.fetch(`/api/v1${path}`, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const value: unknown = response.status === 204 ? {} : await response.json();
    if (!isJsonObject(value)) throw new Error(`${path} answered something else than an object`);
    return value;
  }

  /** Returns the new document's id. */
  async document(
    parentPath: string,
    type: string,
    name: string,
    properties: JsonObject = {},
  ): Promise<string> {
    const path = `/path${parentPath.split('/').map(encodeURIComponent).join('/')}`;
    const made = await this.json('POST', path, {
      'entity-type': 'document',
      type,
      name,
      properties: { 'dc:title': name, ...properties },
    });
    return String(made.uid);
  }

  /** Creates a File, or a document of `type`, with this content. Returns its id. */
  async file(
    parentPath: string,
    name: string,
    content: Uint8Array<ArrayBuffer> | string,
    mimeType: string,
    type = 'File',
  ): Promise<string> {
    const batch = String((await this.json('POST', '/upload')).batchId);
    await this.fetch(`/api/v1/upload/${batch}/0`, {
      method: 'POST',
      headers: {
        'X-File-Name': encodeURIComponent(name),
        'X-File-Type': mimeType,
        'Content-Type': 'application/octet-stream',
      },
      body: content,
    });
    return this.document(parentPath, type, name, {
      'file:content': { 'upload-batch': batch, 'upload-fileId': '0' },
    });
  }

  /** Runs an operation and ignores its answer. */
  async operation(id: string, call: { readonly input: string; readonly params: JsonObject }): Promise<void> {
    await this.fetch(`/api/v1/automation/${id}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(call),
    });
  }

  async user(username: string, groups: readonly string[] = ['members']): Promise<Credentials> {
    const properties = { username, password: username, firstName: username, groups };
    await this.json('POST', '/user', { 'entity-type': 'user', id: username, properties });
    return { username, password: username };
  }

  /** Creates an OAuth 2 application. */
  async application({ id, name }: { readonly id: string; readonly name: string }): Promise<void> {
    const redirectURIs = [`https://${id}.example/back`];
    await this.json('POST', '/oauth2/client', { 'entity-type': 'oauth2Client', id, name, redirectURIs });
  }

  /** An OAuth 2 provider that people may link to their account. */
  async service(serviceName: string): Promise<void> {
    const known = { description: `Files of ${serviceName}`, clientId: 'muniment', scopes: ['read'] };
    await this.json('POST', '/oauth2/provider', {
      'entity-type': 'nuxeoOAuth2ServiceProvider',
      serviceName,
      ...known,
    });
  }

  /** Creates a hook and returns its id. */
  async hook(name: string): Promise<string> {
    const fields = { name, address: 'https://hooks.example/in', events: ['documentLocked'] };
    return String((await this.json('POST', '/hook', fields)).id);
  }

  /** A device token, as the app itself requests one. */
  async token(device: string): Promise<string> {
    const query = new URLSearchParams({ applicationName: 'Muniment', deviceId: device, permission: 'rw' });
    return (await this.fetch(`/authentication/token?${query}`)).text();
  }

  /** Ends all sessions of this person. */
  async revokeTokens(): Promise<void> {
    const { entries } = await this.json('GET', '/token');
    for (const { id } of Array.isArray(entries) ? entries : [])
      await this.fetch(`/api/v1/token/${id}`, { method: 'DELETE' });
  }
}
