import type { Problem } from './fields/field-table.ts'

/** What can be wrong with an item or one of its fields. `src/messages/describe-error.ts` turns it into text. */
export type ItemProblemCode =
  | 'notAnItem'
  | 'notAState'
  | 'titleAndImageRequired'
  | 'titleRequired'
  | 'imageRequired'
  | 'notText'
  | 'tooLong'
  | 'notACategory'
  | 'notARename'
  | 'categoryRequired'
  | 'notAnImageUrl'
  | 'notAPrice'
  | 'priceRange'
  | 'priceUnclear'
  | 'priceTooHigh'
  | 'notABoolean'
  | 'notWeeks'
  | 'notAFocus'
  | 'notPhotos'
  | 'tooMany'

export type ItemProblem = Problem<ItemProblemCode>

type FieldProblems = Readonly<Record<string, ItemProblem>>

/** An item, or a change of one, is invalid. It has codes and no text: each language has its own. */
export class InvalidItemError extends Error {
  override name = 'InvalidItemError'
  readonly code = 'invalid-item'
  /** What is wrong with the item as a whole; `undefined`: only its fields. */
  readonly problem: ItemProblem | undefined
  /** By the field's name. */
  readonly fields: FieldProblems | undefined

  constructor(problem: ItemProblem | undefined, fields?: FieldProblems) {
    super(JSON.stringify({ problem, fields }))
    this.problem = problem
    this.fields = fields
  }
}

/** Recognises the error by its name: the page bundle holds a second copy of the class. */
export function isInvalidItem(error: unknown): error is InvalidItemError {
  return error instanceof Error && error.name === 'InvalidItemError'
}
