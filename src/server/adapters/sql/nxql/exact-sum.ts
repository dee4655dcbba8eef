/**
 * Exact sums of decimal numbers: 0.1 + 0.2 is 0.3, in any order, as on an engine with decimal arithmetic.
 * Invariant: nothing is rounded before the end.
 */
export class ExactSum {
  /** The sum of small integers, which need no long arithmetic. */
  #whole = 0;
  /** The rest: `#digits` divided by ten to the power of `#scale`. */
  #digits = 0n;
  #scale = 0;
  #isEmpty = true;

  add(value: number): void {
    this.#isEmpty = false;
    const whole = this.#whole + value;
    if (Number.isSafeInteger(value) && Number.isSafeInteger(whole)) {
      this.#whole = whole;
      return;
    }
    const { digits, scale } = decimal(value);
    const common = Math.max(scale, this.#scale);
    this.#digits = this.#digits * tenTo(common - this.#scale) + digits * tenTo(common - scale);
    this.#scale = common;
  }

  /** Null for no numbers, and for a sum too large for a number. */
  get value(): number | null {
    if (this.#isEmpty) return null;
    const sum = Number(`${this.#digits + BigInt(this.#whole) * tenTo(this.#scale)}e-${this.#scale}`);
    return Number.isFinite(sum) ? sum : null;
  }
}

function decimal(value: number): { digits: bigint; scale: number } {
  const [, whole = '0', fraction = '', exponent = '0'] =
    /^(-?\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value)) ?? [];
  const scale = fraction.length - Number(exponent);
  const digits = BigInt(whole + fraction);
  return scale < 0 ? { digits: digits * tenTo(-scale), scale: 0 } : { digits, scale };
}

function tenTo(power: number): bigint {
  return 10n ** BigInt(power);
}
