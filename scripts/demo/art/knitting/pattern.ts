import { hills } from '../drawing/noise.ts'

/** A place in a fabric: stitches to the right, rows down, and how far it stands up, in widths of a stitch. */
export interface Place {
  u: number
  v: number
  lift: number
}

/** How a stitch looks: its front (a V), or its back (a bump), which is a bead of its own among fronts. */
export type Face = 'knit' | 'purl' | 'bead'

/** How stitches are arranged. */
export interface Pattern {
  face(column: number, row: number): Face
  /** Moves the place where stitches leave their columns or rows, or the fabric its plane. */
  shape(place: Place): void
}

const flat = (): void => {}

export function wrap(value: number, size: number): number {
  return ((value % size) + size) % size
}

export const stockinette: Pattern = { face: () => 'knit', shape: flat }

export const reverse: Pattern = { face: () => 'purl', shape: flat }

/** Ridges across: rows of bumps alone. */
export const garter: Pattern = {
  face: () => 'purl',
  shape: (place) => {
    place.v /= 1.18
    place.lift += 0.22 * Math.cos(2 * Math.PI * (place.v - 0.45))
  },
}

/** Beads on every second stitch, moved by one with each row. */
export const seed: Pattern = { face: (column, row) => (wrap(column + row, 2) === 0 ? 'bead' : 'knit'), shape: flat }

/** Columns that stand up, with columns that are pulled together and sink between them. */
export function rib(knits: number, purls: number): Pattern {
  const size = knits + purls
  const standing = knits / (knits + purls * 0.55)
  return {
    face: (column) => (wrap(column, size) < knits ? 'knit' : 'purl'),
    shape: (place) => {
      const unit = Math.floor(place.u / size)
      const at = place.u / size - unit
      const stands = at < standing
      const middle = stands ? at / standing : (at - standing) / (1 - standing)
      place.lift += (stands ? 0.8 : -0.5) * Math.sin(Math.PI * middle) ** 0.8
      place.u = unit * size + (stands ? middle * knits : knits + middle * purls)
    },
  }
}

/** The same, `columns` further to the right. */
export function moved(pattern: Pattern, columns: number): Pattern {
  return {
    face: (column, row) => pattern.face(column, row),
    shape: (place) => {
      place.u -= columns
      pattern.shape(place)
    },
  }
}

/** Fabric as hands make it: rows and columns wander a little. */
export function wander(place: Place, seedNumber: number): void {
  const { u, v } = place
  place.u += 0.13 * hills(u / 3.1, v / 4.7, seedNumber)
  place.v += 0.16 * hills(u / 4.3, v / 3.3, seedNumber + 1)
}
