/** Path of the program; undefined if it is not on the machine yet. */
export function findS3Server(): string | undefined;
