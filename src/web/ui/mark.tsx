// The app's mark: an m of two vault arches.

export function Mark({ size = 21 }: { readonly size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">
      <path d="M2 3h20v18h-4.4v-8a2.3 2.3 0 0 0-4.6 0v8h-2v-8a2.3 2.3 0 0 0-4.6 0v8H2z" />
    </svg>
  );
}
