// Allows custom properties in `style`, by which a component passes sizes to its stylesheet.
import 'react';

declare module 'react' {
  interface CSSProperties {
    [name: `--${string}`]: string | number | undefined;
  }
}
