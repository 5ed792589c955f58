type Fields = Readonly<Record<string, string>>
type FormField = HTMLInputElement | HTMLTextAreaElement

/** The value of a ticked checkbox; that of one that is not ticked is empty. */
const ticked = 'true'

/** The fields that differ from their initial values, by name. */
export function changedFields(form: HTMLFormElement): Fields {
  const changed = fieldsOf(form).filter((field) => valueOf(field) !== initialValueOf(field))
  return Object.fromEntries(changed.map((field) => [field.name, valueOf(field)]))
}

/** Restores earlier input in fields that still have their initial values. */
export function restoreFields(form: HTMLFormElement, input: Fields): void {
  for (const field of fieldsOf(form)) {
    const value = input[field.name]
    if (value !== undefined && valueOf(field) === initialValueOf(field)) setValue(field, value)
  }
}

/** Changes the initial values of a form; input stays. */
export function setInitialFields(form: HTMLFormElement, initial: Fields): void {
  for (const field of fieldsOf(form)) {
    const value = initial[field.name] ?? ''
    if (valueOf(field) === initialValueOf(field)) setValue(field, value)
    if (isCheckbox(field)) field.defaultChecked = value === ticked
    else field.defaultValue = value
  }
}

/** Every value of a form, by name. It has no file fields. */
export function valuesOf(form: HTMLFormElement): Fields {
  return Object.fromEntries(fieldsOf(form).map((field) => [field.name, valueOf(field)]))
}

function fieldsOf(form: HTMLFormElement): FormField[] {
  return [...form.querySelectorAll<FormField>('input[name], textarea[name]')]
}

function isCheckbox(field: FormField): field is HTMLInputElement {
  return field.type === 'checkbox'
}

function valueOf(field: FormField): string {
  if (!isCheckbox(field)) return field.value
  return field.checked ? ticked : ''
}

function initialValueOf(field: FormField): string {
  if (!isCheckbox(field)) return field.defaultValue
  return field.defaultChecked ? ticked : ''
}

function setValue(field: FormField, value: string): void {
  if (isCheckbox(field)) field.checked = value === ticked
  else field.value = value
}
