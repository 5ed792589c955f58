type Fields = Readonly<Record<string, string>>

/** What is typed and differs from what the form began with, by the fields' names. */
export function typedInto(form: HTMLFormElement): Fields {
  const typed = fieldsOf(form).filter(({ value, defaultValue }) => value !== defaultValue)
  return Object.fromEntries(typed.map(({ name, value }) => [name, value]))
}

/** Fills in what was typed before where the form is as it began: what is typed since stays. */
export function typeAgain(form: HTMLFormElement, typed: Fields): void {
  for (const field of fieldsOf(form)) {
    const value = typed[field.name]
    if (value !== undefined && field.value === field.defaultValue) field.value = value
  }
}

/** Puts what a form begins with in place of what it began with; what was typed stays. */
export function beginAnew(form: HTMLFormElement, initial: Fields): void {
  for (const field of fieldsOf(form)) {
    const value = initial[field.name] ?? ''
    if (field.value === field.defaultValue) field.value = value
    field.defaultValue = value
  }
}

function fieldsOf(form: HTMLFormElement): (HTMLInputElement | HTMLTextAreaElement)[] {
  return [...form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input[name], textarea[name]')]
}
