/** Ids for rows of large tables (UUID version 7): rows made together are neighbours in every index (ADR 85). */

export function timeOrderedId(): string {
  const milliseconds = Date.now().toString(16).padStart(12, '0');
  return `${milliseconds.slice(0, 8)}-${milliseconds.slice(8)}-7${crypto.randomUUID().slice(15)}`;
}

export function isTimeOrdered(id: string): boolean {
  return id[14] === '7';
}
