import { categoryKey } from './category.ts'

/** What is in brackets belongs to a value: `S (36/38)`. */
const separator = /([,/])(?![^(]*\))/

/** Where commas have blanks, one before a digit is a decimal comma: `10,5 cm, 12,5 cm`. */
const separatorWithBlanks = /(,(?!\d)|\/)(?![^(]*\))/

/** Part of a size or colour that can be filtered by. */
export interface FacetName {
  /** Equal for equal values, as of a category. */
  readonly key: string
  /** As it is written. */
  readonly name: string
}

/** A part of a size or colour field: a value, or what is written between two. */
export interface FacetPart {
  readonly text: string
  /** Where the text begins in the field. */
  readonly start: number
  readonly isValue: boolean
}

/** The values of a size or colour field: `S / M, L` has three. Each occurs once. */
export function splitFacet(text: string | null): readonly FacetName[] {
  const byKey = new Map<string, FacetName>()
  for (const part of facetParts(text ?? '').filter(({ isValue }) => isValue)) {
    const name = part.text.replaceAll(/\s+/g, ' ')
    const key = categoryKey(name)
    if (key !== '' && !byKey.has(key)) byKey.set(key, { key, name })
  }
  return [...byKey.values()]
}

/** The values of a size or colour field with what is between them: all texts, joined, are the field. */
export function facetParts(text: string): readonly FacetPart[] {
  const parts: FacetPart[] = []
  let start = 0
  const add = (part: string, isValue: boolean) => {
    if (part !== '') parts.push({ text: part, start, isValue })
    start += part.length
  }
  for (const [index, part] of text.split(text.includes(', ') ? separatorWithBlanks : separator).entries()) {
    const value = part.trim()
    const before = part.indexOf(value)
    add(part.slice(0, before), false)
    add(value, index % 2 === 0)
    add(part.slice(before + value.length), false)
  }
  return parts
}
