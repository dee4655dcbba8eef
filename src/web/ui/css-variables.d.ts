// Lets `style` carry custom properties, by which a component hands measures to its stylesheet.
import 'react';

declare module 'react' {
  interface CSSProperties {
    [name: `--${string}`]: string | number | undefined;
  }
}
