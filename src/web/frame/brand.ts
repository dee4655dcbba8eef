// The organisation's name and mark, set once before anything is drawn.

interface Brand {
  readonly name: string;
  /** Address of a picture; the app's own mark when left out. */
  readonly mark?: string | undefined;
}

let current: Brand = { name: 'Muniment' };

export function setBrand(brand: Brand): void {
  current = brand;
  document.title = brand.name;
}

export function brand(): Brand {
  return current;
}
