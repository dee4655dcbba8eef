// A button on each message of a fault that copies what somebody who helps needs to know. Drawn by who knows the requests.
import type { ComponentType } from 'react';
import { create } from 'zustand';

export interface FaultDetailsProps {
  readonly message: string;
}

/** Its code comes once the first view is there. */
export const useFaultDetails = create<{ readonly CopyDetails: ComponentType<FaultDetailsProps> | null }>(
  () => ({
    CopyDetails: null,
  }),
);
