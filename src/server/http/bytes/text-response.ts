/**
 * An answer with a text body. Its stream and `Headers` are created only when they are used as such: they cost more than most
 * answers, and the listener sends the text directly.
 * Invariant: it behaves as a standard `Response` everywhere.
 */

/** The methods of `Headers` needed to finish an answer. */
export type HeaderFields = Pick<Headers, 'get' | 'has' | 'set' | 'append'>;

export interface TextResponseInit {
  readonly status?: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** `Response`, as far as its construction is cheap. */
const Head: new (
  body: null,
  init: ResponseInit,
) => Pick<Response, 'ok' | 'redirected' | 'status' | 'statusText' | 'type' | 'url'> = Response;

export class TextResponse extends Head implements Response {
  readonly content: string;
  readonly fields: PlainFields;
  /** The compressed content by encoding, shared with copies made by `again`. */
  #encoded = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();
  #streamed: Response | undefined;

  constructor(content: string, { status = 200, headers }: TextResponseInit) {
    super(null, { status });
    this.content = content;
    this.fields = new PlainFields(headers);
  }

  /** A copy for another request, with these header fields in addition. */
  again(fields: Readonly<Record<string, string>>): TextResponse {
    const same = new TextResponse(this.content, { status: this.status, headers: {} });
    same.fields.takeAll(this.fields, fields);
    same.#encoded = this.#encoded;
    return same;
  }

  /** Compressed only once; after a failure, again. */
  encoded(
    encoding: string,
    compress: (content: string) => Promise<Uint8Array<ArrayBuffer>>,
  ): Promise<Uint8Array<ArrayBuffer>> {
    let bytes = this.#encoded.get(encoding);
    if (bytes === undefined) {
      bytes = compress(this.content);
      this.#encoded.set(encoding, bytes);
      bytes.catch(() => this.#encoded.delete(encoding));
    }
    return bytes;
  }

  get headers(): Headers {
    return this.fields.asHeaders();
  }

  get body(): Response['body'] {
    return this.#standard.body;
  }

  get bodyUsed(): boolean {
    return this.#streamed?.bodyUsed ?? false;
  }

  arrayBuffer(): Promise<ArrayBuffer> {
    return this.#standard.arrayBuffer();
  }

  blob(): ReturnType<Response['blob']> {
    return this.#standard.blob();
  }

  bytes(): ReturnType<Response['bytes']> {
    return this.#standard.bytes();
  }

  formData(): ReturnType<Response['formData']> {
    return this.#standard.formData();
  }

  json(): ReturnType<Response['json']> {
    return this.#standard.json();
  }

  text(): Promise<string> {
    return this.#standard.text();
  }

  textStream(): ReturnType<Response['textStream']> {
    return this.#standard.textStream();
  }

  clone(): Response {
    return this.#standard.clone();
  }

  get #standard(): Response {
    this.#streamed ??= new Response(this.content, { status: this.status, headers: this.headers });
    return this.#streamed;
  }
}

/** Header fields by lower-case name; once `Headers` are asked for, those hold them. */
class PlainFields implements HeaderFields {
  readonly #plain = new Map<string, string>();
  #headers: Headers | undefined;

  constructor(fields: Readonly<Record<string, string>>) {
    for (const name in fields) this.#plain.set(name.toLowerCase(), fields[name] ?? '');
  }

  /** Takes the fields of another answer, replaced by the given ones. */
  takeAll(others: PlainFields, fields: Readonly<Record<string, string>>): void {
    for (const [name, value] of others.#headers ?? others.#plain) this.#plain.set(name, value);
    for (const name in fields) this.#plain.set(name.toLowerCase(), fields[name] ?? '');
  }

  asHeaders(): Headers {
    this.#headers ??= new Headers([...this.#plain]);
    return this.#headers;
  }

  get(name: string): string | null {
    return this.#headers ? this.#headers.get(name) : (this.#plain.get(name.toLowerCase()) ?? null);
  }

  has(name: string): boolean {
    return this.#headers ? this.#headers.has(name) : this.#plain.has(name.toLowerCase());
  }

  set(name: string, value: string): void {
    if (this.#headers) this.#headers.set(name, value);
    else this.#plain.set(name.toLowerCase(), value);
  }

  append(name: string, value: string): void {
    const present = this.#headers ? null : this.get(name);
    if (this.#headers) this.#headers.append(name, value);
    else this.#plain.set(name.toLowerCase(), present === null ? value : `${present}, ${value}`);
  }

  /** In the form that Node sends. */
  asRecord(): Record<string, string | string[]> {
    const record: Record<string, string | string[]> = {};
    for (const [name, value] of this.#headers ?? this.#plain) record[name] = value;
    const cookies = this.#headers?.getSetCookie() ?? [];
    if (cookies.length > 0) record['set-cookie'] = cookies;
    return record;
  }
}

/** The whole body, if it is a text in memory. */
export function textBehind(response: Response): string | undefined {
  return response instanceof TextResponse ? response.content : undefined;
}

/** The header fields of any answer, in their cheapest form. */
export function fieldsOf(response: Response): HeaderFields {
  return response instanceof TextResponse ? response.fields : response.headers;
}
