/** Undefined when the machine has no PostgreSQL. */
export function startTemporaryPostgres(options?: {
  readonly isDurable?: boolean;
}): Promise<{ readonly connectionString: string; stop(): void } | undefined>;
