/** Undefined if the machine has no PostgreSQL. */
export function startTemporaryPostgres(options?: { readonly isDurable?: boolean }): Promise<
  | {
      readonly connectionString: string;
      pause(): boolean;
      resume(): boolean;
      stop(): void;
    }
  | undefined
>;
