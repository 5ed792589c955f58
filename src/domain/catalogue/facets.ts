import { categoryKey } from './category.ts'

/** Part of a size or colour that can be filtered by. */
export interface FacetName {
  /** Equal for equal values, as of a category. */
  readonly key: string
  /** As it is written. */
  readonly name: string
}

/** The values of a size or colour field: `S / M, L` has three. Each occurs once. */
export function splitFacet(text: string | null): readonly FacetName[] {
  const byKey = new Map<string, FacetName>()
  for (const part of (text ?? '').split(/[,/]/)) {
    const name = part.replaceAll(/\s+/g, ' ').trim()
    const key = categoryKey(name)
    if (key !== '' && !byKey.has(key)) byKey.set(key, { key, name })
  }
  return [...byKey.values()]
}
