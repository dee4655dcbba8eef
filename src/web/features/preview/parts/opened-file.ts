// Cache options for what was read of a file. Its address names its content, which never changes; so a damaged file is not
// tried again.
export const openedFile = { staleTime: Number.POSITIVE_INFINITY, gcTime: 60_000, retry: false } as const;
