/** Where the program is; undefined when the machine has none yet. */
export function findS3Server(): string | undefined;
