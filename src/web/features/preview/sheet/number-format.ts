// Formats a number of a workbook: as a number, a percentage, a date or a time. Pure.
// Colours, symbols and words of a format are left out; the server's PDF of the workbook has them.

export type NumberFormat =
  | { readonly kind: 'general' }
  | {
      readonly kind: 'number';
      readonly decimals: number;
      readonly grouped: boolean;
      readonly percent: boolean;
    }
  | { readonly kind: 'date' | 'time' | 'dateTime'; readonly since1904: boolean };

export const generalFormat: NumberFormat = { kind: 'general' };

/** Codes of the formats that files refer to only by number. */
const builtIn: Readonly<Record<number, string>> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  14: 'yyyy-mm-dd',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'yyyy-mm-dd h:mm',
  37: '#,##0',
  38: '#,##0',
  39: '#,##0.00',
  40: '#,##0.00',
  45: 'mm:ss',
  46: 'h:mm:ss',
  47: 'mm:ss',
};

/** Programs write no longer ones. */
const mostCharacters = 255;

export function numberFormatOf(id: number, code = builtIn[id], since1904 = false): NumberFormat {
  if (code === undefined) return generalFormat;
  const [positive = ''] = code.slice(0, mostCharacters).split(';');
  const bare = positive.replaceAll(/"[^"]*"|\\.|_.|\*.|\[[^\]]*\]/g, '');
  if (/general/i.test(bare)) return generalFormat;
  const hasDate = /[yd]/i.test(bare) || /m{3}/i.test(bare);
  const hasTime = /[hs]/i.test(bare);
  if (hasDate || hasTime)
    return { kind: hasDate && hasTime ? 'dateTime' : hasDate ? 'date' : 'time', since1904 };
  if (!/[0#]/.test(bare) || /e[+-]/i.test(bare)) return generalFormat;
  return {
    kind: 'number',
    decimals: Math.min(20, /\.([0#?]*)/.exec(bare)?.[1]?.length ?? 0),
    grouped: bare.includes(','),
    percent: bare.includes('%'),
  };
}

const dayMs = 86_400_000;
/** Days from the workbook's day 0 to 1970. */
const days = { since1900: 25_569, since1904: 24_107 } as const;

export function numberText(value: number, format: NumberFormat, locale: string): string {
  switch (format.kind) {
    case 'general':
      return plainNumber(locale).format(value);
    case 'number':
      return formattedNumber(locale, format.decimals, format.grouped, format.percent).format(value);
    default: {
      const from = format.since1904 ? days.since1904 : days.since1900;
      const date = new Date(Math.round(((value - from) * dayMs) / 1000) * 1000);
      return Number.isNaN(date.getTime())
        ? plainNumber(locale).format(value)
        : dateText(locale, format.kind).format(date);
    }
  }
}

/** Creating a formatter is expensive, and a sheet needs thousands of texts. */
function remembered<Key extends readonly unknown[], Value>(
  make: (...key: Key) => Value,
): (...key: Key) => Value {
  const known = new Map<string, Value>();
  return (...key) => {
    const name = JSON.stringify(key);
    const value = known.get(name) ?? make(...key);
    known.set(name, value);
    return value;
  };
}

const plainNumber = remembered(
  (locale: string) => new Intl.NumberFormat(locale, { maximumSignificantDigits: 11, useGrouping: false }),
);

const formattedNumber = remembered(
  (locale: string, decimals: number, grouped: boolean, percent: boolean) =>
    new Intl.NumberFormat(locale, {
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
      useGrouping: grouped,
      style: percent ? 'percent' : 'decimal',
    }),
);

const dateText = remembered(
  (locale: string, kind: 'date' | 'time' | 'dateTime') =>
    new Intl.DateTimeFormat(locale, {
      timeZone: 'UTC',
      ...(kind === 'time' ? {} : { dateStyle: 'medium' }),
      ...(kind === 'date' ? {} : { timeStyle: 'short' }),
    }),
);
