const key = 'item-draft'

/** What is typed into a form, by its fields' names. */
export type Draft = Record<string, string>

/** Keeps what is typed until it is saved or cleared, also across a reload or a closed tab. */
export function keepDraft(form: HTMLFormElement): void {
  const draft: Draft = Object.fromEntries([...new FormData(form)].filter(([, value]) => value !== '')) as Draft
  try {
    if (Object.keys(draft).length > 0) localStorage.setItem(key, JSON.stringify(draft))
    else localStorage.removeItem(key)
  } catch {
    // Storage is full or forbidden: the form itself still holds what was typed.
  }
}

export function forgetDraft(): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // Where nothing can be stored there is nothing to forget.
  }
}

/** Fills the kept draft into the fields that are still empty: what was typed while the page loaded stays. */
export function restoreDraft(form: HTMLFormElement): void {
  for (const [name, value] of Object.entries(readDraft())) {
    const field = form.elements.namedItem(name)
    const isField = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
    if (isField && field.value === '') field.value = value
  }
}

function readDraft(): Draft {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '{}') as Draft
  } catch {
    return {}
  }
}
