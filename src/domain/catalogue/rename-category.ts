import { cleanText } from '../clean-text.ts'
import { InvalidInputError, type Problem } from '../invalid-input.ts'
import { itemFields } from '../item-fields.ts'
import { hasCategoryPage } from './category.ts'

const { max } = itemFields.category

/** All items of one category get another one. */
export interface CategoryRename {
  /** In any spelling. */
  readonly from: string
  readonly to: string
}

/**
 * Parses a renaming. `from` may be any name: a category of former times may break the rules of new ones.
 *
 * @throws InvalidInputError, with a problem of the field `to` if that name is invalid.
 */
export function parseCategoryRename(input: unknown): CategoryRename {
  const { from, to } = (input ?? {}) as Readonly<Record<string, unknown>>
  if (typeof from !== 'string' || typeof to !== 'string' || from.trim() === '') {
    throw new InvalidInputError('invalid-item', { code: 'notARename' })
  }
  const name = cleanText(to)
  const problem = problemOf(name)
  if (problem) throw new InvalidInputError('invalid-item', undefined, { to: problem })
  return { from: from.trim().toWellFormed(), to: name }
}

function problemOf(name: string): Problem | undefined {
  if (name === '') return { code: 'categoryRequired' }
  if (name.length > max) return { code: 'tooLong', max }
  return hasCategoryPage(name) ? undefined : { code: 'notACategory' }
}
