// A slot for the button on error messages that copies a report for support. A feature fills it: the frame does not know the
// requests.
import type { ComponentType } from 'react';
import { create } from 'zustand';

export interface FaultDetailsProps {
  readonly message: string;
}

/** Null until its code has loaded, after the first view. */
export const useFaultDetails = create<{ readonly CopyDetails: ComponentType<FaultDetailsProps> | null }>(
  () => ({
    CopyDetails: null,
  }),
);
