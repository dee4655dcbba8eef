// The element below the panel's tabs. It does not cover the content that scrolls above it.
import { createContext } from 'react';

export const PanelFoot = createContext<Element | null>(null);
