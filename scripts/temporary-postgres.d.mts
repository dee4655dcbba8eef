/** Undefined when the machine has no PostgreSQL. */
export function startTemporaryPostgres(): Promise<
  { readonly connectionString: string; stop(): void } | undefined
>;
