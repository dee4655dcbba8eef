// The place below the panel's tabs: what stands there never covers what scrolls above it.
import { createContext } from 'react';

export const PanelFoot = createContext<Element | null>(null);
