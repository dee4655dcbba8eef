/** Types for the used part of the library's ES module, which has none. */
declare module 'libheif-js/libheif-wasm/libheif-bundle.mjs' {
  export interface HeifImage {
    get_width(): number;
    get_height(): number;
    is_primary(): boolean;
    has_alpha_channel(): boolean;
    display(into: HeifPixels, done: (made: HeifPixels | null) => void): void;
    free(): void;
  }
  export interface HeifPixels {
    readonly data: Uint8ClampedArray;
    readonly width: number;
    readonly height: number;
  }
  export interface Libheif {
    readonly HeifDecoder: new () => { decode(file: Uint8Array): HeifImage[] };
  }
  // biome-ignore lint/style/noDefaultExport: the library has only a default export
  export default function open(): Promise<Libheif>;
}
