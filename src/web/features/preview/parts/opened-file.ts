// How long what was read of a file is remembered. Its address names its content, which never becomes another; a damaged
// one stays damaged.
export const openedFile = { staleTime: Number.POSITIVE_INFINITY, gcTime: 60_000, retry: false } as const;
