/** Types for the part of the official JavaScript client that our test uses; the package has none. */
declare module 'nuxeo' {
  interface Document {
    readonly uid: string;
    readonly path: string;
    readonly title: string;
    readonly properties: Readonly<Record<string, unknown>>;
    readonly isCheckedOut: boolean;
    set(properties: object): Document;
    save(): Promise<Document>;
    fetchBlob(xpath?: string): Promise<Response>;
    fetchAudit(): Promise<{ readonly entries: readonly object[] }>;
    hasPermission(permission: string): Promise<boolean>;
  }

  interface Repository {
    schemas(schemas: readonly string[]): Repository;
    enricher(entity: string, name: string): Repository;
    fetch(reference: string): Promise<Document>;
    create(parent: string, document: object): Promise<Document>;
    delete(reference: string): Promise<unknown>;
    query(options: object): Promise<{ readonly entries: readonly Document[]; readonly resultsCount: number }>;
  }

  interface Upload {
    upload(
      ...blobs: readonly unknown[]
    ): Promise<{ readonly blob?: object; readonly blobs?: readonly object[] }>;
  }

  interface Operation {
    input(value: unknown): Operation;
    params(parameters: object): Operation;
    execute(): Promise<Document>;
  }

  interface Directory {
    fetchAll(): Promise<{ readonly entries: readonly { readonly id: string }[] }>;
  }

  class Nuxeo {
    constructor(options: {
      readonly baseURL: string;
      readonly auth: { readonly method: 'basic'; readonly username: string; readonly password: string };
    });
    readonly user: { readonly id: string; readonly isAdministrator: boolean };
    readonly serverVersion: { toString(): string };
    connect(): Promise<Nuxeo>;
    repository(name?: string): Repository;
    batchUpload(): Upload;
    operation(id: string): Operation;
    directory(name: string): Directory;
    static Blob: new (options: {
      readonly content: unknown;
      readonly name: string;
      readonly mimeType: string;
      readonly size: number;
    }) => object;
  }

  export = Nuxeo;
}
