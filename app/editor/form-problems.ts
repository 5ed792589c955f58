import { isInvalidInput, type InvalidInputError } from '../../src/domain/invalid-input.ts'
import { parseNewItem } from '../../src/domain/item.ts'
import { describeInvalidInput } from '../../src/messages/describe-invalid-input.ts'
import type { BrowserMessages } from '../../src/messages/english-browser.ts'
import type { PhotoUploads } from './upload/photo-uploads.ts'

/** What is wrong with the input of a form: as a whole, and by the field's name. */
export interface FormProblems {
  readonly message: string
  readonly fields: Readonly<Record<string, string>>
}

/** Describes an invalid item. A missing image is a problem of the photos, which come first. */
export function describeProblems(error: InvalidInputError, messages: BrowserMessages): FormProblems {
  const { message, fields: { imageUrl, ...fields } = {} } = describeInvalidInput(error, messages)
  if (imageUrl === undefined) return { message, fields }
  const isMissing = error.fields?.['imageUrl']?.code === 'imageRequired'
  return { message, fields: { ...fields, [isMissing ? 'photos' : 'imageUrl']: imageUrl } }
}

/** What is wrong with the input as it is now, by the field's name. */
export function findProblems(
  values: Readonly<Record<string, string>>,
  photos: PhotoUploads,
  messages: BrowserMessages,
): FormProblems['fields'] {
  const failure = photos.failure(messages)
  const failed: FormProblems['fields'] = failure === undefined ? {} : { photos: failure }
  try {
    parseNewItem({ ...values, photos: photos.ids })
    return failed
  } catch (error) {
    if (!isInvalidInput(error)) throw error
    return { ...failed, ...describeProblems(error, messages).fields }
  }
}

/** The first of these fields in the form. One to type in comes before the photos, which are not ready to be typed in. */
export function firstFieldOf(form: HTMLFormElement, names: readonly string[]): HTMLElement | undefined {
  const named = [...form.elements].filter((element) => names.includes(element.getAttribute('name') ?? ''))
  return (named.find((element) => !element.matches('fieldset')) ?? named[0]) as HTMLElement | undefined
}
