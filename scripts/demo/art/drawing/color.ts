/** Red, green and blue as amounts of light, 0 to 1: what can be multiplied and mixed. */
export type Light = readonly [red: number, green: number, blue: number]

/** `#rrggbb` as light. */
export function light(hex: string): Light {
  const bits = Number.parseInt(hex.slice(1), 16)
  return [fromScreen(bits >> 16), fromScreen((bits >> 8) & 255), fromScreen(bits & 255)]
}

export function blend(from: Light, to: Light, share: number): Light {
  return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share, from[2] + (to[2] - from[2]) * share]
}

function fromScreen(byte: number): number {
  const value = byte / 255
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}

const steps = 4096
const screenBytes = Uint8Array.from({ length: steps + 1 }, (_, step) => {
  const value = step / steps
  return Math.round(255 * (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055))
})

/** An amount of light as the byte that a screen shows for it. */
export function toScreen(amount: number): number {
  const step = amount <= 0 ? 0 : amount >= 1 ? steps : Math.round(amount * steps)
  return screenBytes[step] ?? 0
}

export function shaded(paint: Light, tone: number): Light {
  return [paint[0] * tone, paint[1] * tone, paint[2] * tone]
}
