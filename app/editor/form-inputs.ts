import type { Fields } from './changed-fields.ts'

type Input = HTMLInputElement | HTMLTextAreaElement

/** The value of a ticked checkbox; that of one that is not ticked is empty. */
const ticked = 'true'

/** Initial values that are not empty. React empties `defaultValue` of a text area each time it renders it. */
const initialValues = new WeakMap<Input, string>()

/** Every value of a form, by name. It has no file fields. */
export function valuesOf(form: HTMLFormElement): Fields {
  return Object.fromEntries(inputsOf(form).map((input) => [input.name, valueOf(input)]))
}

export function initialValuesOf(form: HTMLFormElement): Fields {
  return Object.fromEntries(inputsOf(form).map((input) => [input.name, initialValueOf(input)]))
}

/** Restores earlier values in fields that still have their initial values. */
export function restoreFields(form: HTMLFormElement, fields: Fields): void {
  for (const input of inputsOf(form)) {
    const value = fields[input.name]
    if (value !== undefined && valueOf(input) === initialValueOf(input)) setValue(input, value)
  }
}

/** Changes the initial values of a form; what was typed stays. */
export function setInitialFields(form: HTMLFormElement, initial: Fields): void {
  for (const input of inputsOf(form)) {
    const value = initial[input.name] ?? ''
    if (valueOf(input) === initialValueOf(input)) setValue(input, value)
    initialValues.set(input, value)
  }
}

export function resetFields(form: HTMLFormElement): void {
  for (const input of inputsOf(form)) setValue(input, initialValueOf(input))
}

function inputsOf(form: HTMLFormElement): Input[] {
  return [...form.querySelectorAll<Input>('input[name], textarea[name]')]
}

function isCheckbox(input: Input): input is HTMLInputElement {
  return input.type === 'checkbox'
}

function valueOf(input: Input): string {
  if (!isCheckbox(input)) return input.value
  return input.checked ? ticked : ''
}

function initialValueOf(input: Input): string {
  return initialValues.get(input) ?? ''
}

function setValue(input: Input, value: string): void {
  if (isCheckbox(input)) input.checked = value === ticked
  else input.value = value
}
