import { isInvalidInput } from '../../src/domain/invalid-input.ts'
import { fill } from '../../src/domain/template.ts'
import { describeInvalidInput } from '../../src/messages/describe-invalid-input.ts'
import type { BrowserMessages } from '../../src/messages/english-browser.ts'
import { errorMessage, FieldsError, RefusedFieldsError } from '../api/localized-error.ts'
import { Observable } from '../ui/observable.ts'
import type { Fields } from './changed-fields.ts'

/** A template around the message of an error. */
export type FailureText = `${string}{message}${string}`

/** Why a form was not saved, or that it has added an item. */
export interface FormAlert {
  readonly message: string
  /** The input is invalid, and nothing else is wrong: the alert goes away once the input is valid. */
  readonly isInvalid?: boolean
  /** The failure, if its reason is outside the form. */
  readonly cause?: unknown
  /** The id of the item that was added, until something is typed: its page may take long, or never come. */
  readonly added?: string
}

interface FormErrorsState {
  readonly alert?: FormAlert | undefined
  /** By the field's name. */
  readonly fields: Fields
}

interface FormRules {
  readonly form: () => HTMLFormElement | undefined
  /** Checks the input as it is now. @throws FieldsError */
  readonly check: () => void
  /** Describes the photos that could not be uploaded, by the field's name. */
  readonly failedPhotos: () => Fields
}

/** The errors of a form: each appears when the form is saved, and goes away once its field is valid. */
export class FormErrors extends Observable<FormErrorsState> {
  readonly #messages: BrowserMessages
  readonly #rules: FormRules
  /** The fields whose errors go away when they are valid. Others, such as conflicts, stay until the form is saved again. */
  #invalid: readonly string[] = []

  constructor(messages: BrowserMessages, rules: FormRules) {
    super({ fields: {} })
    this.#messages = messages
    this.#rules = rules
  }

  clear(): void {
    this.#invalid = []
    this.update({ alert: undefined, fields: {} })
  }

  /** Shows why saving failed. @param failed describes a failure that the form did not find itself. */
  showFailure(cause: unknown, failed: FailureText = '{message}'): void {
    const isFound = cause instanceof FieldsError && !(cause instanceof RefusedFieldsError)
    const message = fill(isFound ? '{message}' : failed, { message: errorMessage(cause, this.#messages) })
    if (cause instanceof FieldsError) this.show({ message, fields: cause.fields })
    else this.update({ alert: { message, cause } })
  }

  /** Shows what is wrong, and moves the focus to the first field with an error. */
  show({ message, fields }: Pick<FieldsError, 'message' | 'fields'>): void {
    const problems = this.#findProblems()
    const names = Object.keys(fields)
    this.#invalid = names.filter((name) => name in problems)
    const isInvalid = this.#invalid.length > 0 && this.#invalid.length === names.length
    this.update({ alert: { message, isInvalid }, fields })
    setTimeout(() => this.#moveTo(names)) // A field may appear with its error: React renders it before the next task.
  }

  #moveTo(names: readonly string[]): void {
    const form = this.#rules.form()
    const first = form && firstFieldOf(form, names)
    first?.closest('details')?.setAttribute('open', '')
    first?.focus({ preventScroll: true })
    first?.scrollIntoView({ block: 'center' }) // The alert covers the top of the page.
  }

  /** Removes the errors of fields that are valid by now. No error appears while the user types. */
  removeValid(): void {
    if (this.#invalid.length === 0) return
    const problems = this.#findProblems()
    const stillInvalid = this.#invalid.filter((name) => name in problems)
    const { alert, fields } = this.get()
    const others = Object.entries(fields).filter(([name]) => !this.#invalid.includes(name))
    this.#invalid = stillInvalid
    this.update({
      fields: Object.fromEntries([...others, ...stillInvalid.map((name) => [name, problems[name] ?? ''])]),
      alert: stillInvalid.length === 0 && alert?.isInvalid === true ? undefined : alert,
    })
  }

  /** What is wrong with the input as it is now, by the field's name. */
  #findProblems(): Fields {
    const { check, failedPhotos } = this.#rules
    try {
      check()
      return failedPhotos()
    } catch (error) {
      if (!(error instanceof FieldsError)) throw error
      return { ...failedPhotos(), ...error.fields }
    }
  }
}

/** Parses the input of a form. @throws FieldsError */
export function parseInput<Value>(parse: () => Value, messages: BrowserMessages): Value {
  try {
    return parse()
  } catch (error) {
    if (!isInvalidInput(error)) throw error
    const { message, fields = {} } = describeInvalidInput(error, messages)
    if (error.fields?.['imageUrl']?.code !== 'imageRequired') throw new FieldsError(message, fields)
    // A missing picture is shown at the photos, which come before the image URL.
    const { imageUrl = '', ...others } = fields
    throw new FieldsError(message, { ...others, photos: imageUrl })
  }
}

/** The first of these fields in the form: one to type in if there is one, before the photos (a `fieldset`). */
function firstFieldOf(form: HTMLFormElement, names: readonly string[]): HTMLElement | undefined {
  const named = [...form.elements].filter((element) => names.includes(element.getAttribute('name') ?? ''))
  return (named.find((element) => !element.matches('fieldset')) ?? named[0]) as HTMLElement | undefined
}
