/** A number from 0 up to 1 that looks random and is always the same for the same place. */
export function hash(x: number, y: number, seed = 0): number {
  let bits = Math.imul(x | 0, 0x27d4eb2d) ^ Math.imul(y | 0, 0x165667b1) ^ Math.imul(seed | 0, 0x9e3779b1)
  bits = Math.imul(bits ^ (bits >>> 15), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return ((bits ^ (bits >>> 16)) >>> 0) / 2 ** 32
}

/** Soft hills and valleys from -1 to 1, about one to each unit of length. */
export function hills(x: number, y: number, seed = 0): number {
  const left = Math.floor(x)
  const top = Math.floor(y)
  const across = ease(x - left)
  const down = ease(y - top)
  const upper = mix(hash(left, top, seed), hash(left + 1, top, seed), across)
  const lower = mix(hash(left, top + 1, seed), hash(left + 1, top + 1, seed), across)
  return mix(upper, lower, down) * 2 - 1
}

export function mix(from: number, to: number, share: number): number {
  return from + (to - from) * share
}

export function clamp(value: number, min = 0, max = 1): number {
  return value < min ? min : value > max ? max : value
}

/** 0 at `from` and before, 1 at `to` and after, smooth between; `from` may be the greater one. */
export function ramp(from: number, to: number, value: number): number {
  return ease(clamp((value - from) / (to - from)))
}

function ease(share: number): number {
  return share * share * (3 - 2 * share)
}
