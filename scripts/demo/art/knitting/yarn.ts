import { blend, light, type Light } from '../drawing/color.ts'
import { hash } from '../drawing/noise.ts'
import { wrap } from './pattern.ts'

/** The yarn of a stitch. */
export type Yarn = (column: number, row: number) => Light

export const wool = {
  ivory: light('#efe5d2'),
  oat: light('#d6c3a1'),
  camel: light('#b58a5b'),
  cocoa: light('#5e4535'),
  rust: light('#98533a'),
  terracotta: light('#b87257'),
  mustard: light('#c39446'),
  moss: light('#6d6e4a'),
  sage: light('#a2a58d'),
  navy: light('#2e394d'),
  denim: light('#6f8492'),
  charcoal: light('#43413f'),
  pebble: light('#b3ada2'),
  rose: light('#c6978d'),
  berry: light('#74353f'),
} as const

/** One colour, with a little of another in some stitches, as wool that was not dyed evenly. */
export function heathered(main: Light, other: Light, share = 0.12): Yarn {
  const tones = [0, 0.35, 0.7, 1].map((step) => blend(main, other, step * share))
  return (column, row) => tones[Math.floor(hash(column, row, 31) * 4)] ?? main
}

export function plain(main: Light): Yarn {
  return () => main
}

/** Bands of rows, from the top, again and again. */
export function striped(...bands: readonly (readonly [rows: number, yarn: Light])[]): Yarn {
  const rows = bands.flatMap(([count, yarn]) => Array.from({ length: count }, () => yarn))
  return (_, row) => rows[wrap(row, rows.length)] ?? rows[0] ?? wool.oat
}

/** Knits a chart: each letter is a stitch. The chart repeats to the sides; above and below it is `rest`. */
export function charted(
  chart: readonly string[],
  yarns: Readonly<Record<string, Light>>,
  top: number,
  rest: Yarn,
): Yarn {
  return (column, row) => {
    const line = chart[row - top]
    if (line === undefined) return rest(column, row)
    return yarns[line[wrap(column, line.length)] ?? ''] ?? rest(column, row)
  }
}
