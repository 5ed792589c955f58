type Fields = Readonly<Record<string, string>>

/** The fields that differ from their initial values, by name. */
export function changedFields(form: HTMLFormElement): Fields {
  const changed = fieldsOf(form).filter(({ value, defaultValue }) => value !== defaultValue)
  return Object.fromEntries(changed.map(({ name, value }) => [name, value]))
}

/** Restores earlier input in fields that still have their initial values. */
export function restoreFields(form: HTMLFormElement, input: Fields): void {
  for (const field of fieldsOf(form)) {
    const value = input[field.name]
    if (value !== undefined && field.value === field.defaultValue) field.value = value
  }
}

/** Changes the initial values of a form; input stays. */
export function setInitialFields(form: HTMLFormElement, initial: Fields): void {
  for (const field of fieldsOf(form)) {
    const value = initial[field.name] ?? ''
    if (field.value === field.defaultValue) field.value = value
    field.defaultValue = value
  }
}

function fieldsOf(form: HTMLFormElement): (HTMLInputElement | HTMLTextAreaElement)[] {
  return [...form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input[name], textarea[name]')]
}
