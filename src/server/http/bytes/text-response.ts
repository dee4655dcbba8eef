/**
 * An answer whose body is a text. Its stream and its `Headers` are made when somebody asks for them in that form: they
 * cost more than most answers, and the listener sends the text as it is.
 * Invariant: to everybody who uses it as a standard `Response` it is one.
 */

/** What finishing an answer takes of `Headers`. */
export type HeaderFields = Pick<Headers, 'get' | 'has' | 'set' | 'append'>;

export interface TextResponseInit {
  readonly status?: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** As far as it costs nothing. */
const Head: new (
  body: null,
  init: ResponseInit,
) => Pick<Response, 'ok' | 'redirected' | 'status' | 'statusText' | 'type' | 'url'> = Response;

export class TextResponse extends Head implements Response {
  readonly content: string;
  readonly fields: PlainFields;
  /** The content as it travels compressed, by encoding; shared with all that say the same (`again`). */
  #encoded = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();
  #streamed: Response | undefined;

  constructor(content: string, { status = 200, headers }: TextResponseInit) {
    super(null, { status });
    this.content = content;
    this.fields = new PlainFields(headers);
  }

  /** The same for another request: it has fields of its own. */
  again(fields: Readonly<Record<string, string>>): TextResponse {
    const same = new TextResponse(this.content, { status: this.status, headers: {} });
    same.fields.takeAll(this.fields, fields);
    same.#encoded = this.#encoded;
    return same;
  }

  /** Compressed once; where that failed, again. */
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

/** Header fields by lower-case name, until they are wanted as `Headers`, which then hold them. */
class PlainFields implements HeaderFields {
  readonly #plain = new Map<string, string>();
  #headers: Headers | undefined;

  constructor(fields: Readonly<Record<string, string>>) {
    for (const name in fields) this.#plain.set(name.toLowerCase(), fields[name] ?? '');
  }

  /** Those of another answer, and these in their place. */
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

  /** As Node sends them. */
  asRecord(): Record<string, string | string[]> {
    const record: Record<string, string | string[]> = {};
    for (const [name, value] of this.#headers ?? this.#plain) record[name] = value;
    const cookies = this.#headers?.getSetCookie() ?? [];
    if (cookies.length > 0) record['set-cookie'] = cookies;
    return record;
  }
}

/** The whole body, where it is at hand. */
export function textBehind(response: Response): string | undefined {
  return response instanceof TextResponse ? response.content : undefined;
}

/** Those of any answer, in the form that costs least. */
export function fieldsOf(response: Response): HeaderFields {
  return response instanceof TextResponse ? response.fields : response.headers;
}
