/** What can be wrong with input or one of its fields. `src/messages/describe-invalid-input.ts` turns it into text. */
export type ProblemCode =
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
  | 'notADay'
  | 'dayPassed'
  | 'notReserved'
  | 'notAFocus'
  | 'notPhotos'
  | 'tooMany'
  | 'notSettings'
  | 'notTexts'
  | 'tooManyTexts'
  | 'placeholdersDiffer'
  | 'nameRequired'
  | 'notLanguages'
  | 'notANoticeKind'
  | 'noticeTextRequired'
  | 'notAWhatsappNumber'
  | 'notAnInstagramProfile'
  | 'notAnEmailAddress'
  | 'notAPhoto'
  | 'photoNotFound'
  | 'notWhoMayAdd'

export interface Problem {
  readonly code: ProblemCode
  /** The limit that the value exceeds. */
  readonly max?: number
}

type FieldProblems = Readonly<Record<string, Problem>>

/** Input is invalid. It has codes and no text: each language has its own. */
export class InvalidInputError extends Error {
  override name = 'InvalidInputError'
  readonly code: 'invalid-item' | 'invalid-settings'
  /** What is wrong with the input as a whole; `undefined`: only its fields. */
  readonly problem: Problem | undefined
  /** By the field's name. */
  readonly fields: FieldProblems | undefined

  constructor(code: InvalidInputError['code'], problem: Problem | undefined, fields?: FieldProblems) {
    super(JSON.stringify({ problem, fields }))
    this.code = code
    this.problem = problem
    this.fields = fields
  }
}

/** Recognises the error by its name: the page bundle holds a second copy of the class. */
export function isInvalidInput(error: unknown): error is InvalidInputError {
  return error instanceof Error && error.name === 'InvalidInputError'
}
