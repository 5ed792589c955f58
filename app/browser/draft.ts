/** What is typed into a form, by its fields' names. */
export type Draft = Record<string, string>

/** Keeps what is typed and differs from what the form began with until it is saved or cleared, also across a reload. */
export function keepDraft(form: HTMLFormElement, key: string): void {
  const typed = fieldsOf(form).filter(({ value, defaultValue }) => value !== defaultValue)
  const draft: Draft = Object.fromEntries(typed.map(({ name, value }) => [name, value]))
  try {
    if (typed.length > 0) localStorage.setItem(key, JSON.stringify(draft))
    else localStorage.removeItem(key)
  } catch {
    // Storage is full or forbidden: the form itself still holds what was typed.
  }
}

export function forgetDraft(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // Where nothing can be stored there is nothing to forget.
  }
}

/** Fills the kept draft into the fields that are as they began: what was typed while the page loaded stays. */
export function restoreDraft(form: HTMLFormElement, key: string): void {
  const draft = readDraft(key)
  for (const field of fieldsOf(form)) {
    const value = draft[field.name]
    if (value !== undefined && field.value === field.defaultValue) field.value = value
  }
}

/** Puts what a form begins with in place of what it began with; what was typed stays. */
export function beginAnew(form: HTMLFormElement, initial: Draft): void {
  for (const field of fieldsOf(form)) {
    const value = initial[field.name] ?? ''
    if (field.value === field.defaultValue) field.value = value
    field.defaultValue = value
  }
}

function fieldsOf(form: HTMLFormElement): (HTMLInputElement | HTMLTextAreaElement)[] {
  return [...form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input[name], textarea[name]')]
}

function readDraft(key: string): Draft {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '{}') as Draft
  } catch {
    return {}
  }
}
