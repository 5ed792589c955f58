import { useEffect, useEffectEvent, useRef, useState, type FormEvent } from 'react'

import { useReturnFocus } from './keyboard-focus.ts'

type Errors = Readonly<Record<string, string>>

interface OpenedFormOptions {
  /** Has the focus afterwards. */
  readonly opener: () => HTMLElement | null | undefined
  /** The form's one field: its text is selected first. */
  readonly onlyField?: 'input' | 'textarea'
  /** Something else is in progress, so that nothing can be saved now. */
  readonly isBlocked?: boolean
  /** Saves what is typed. `false`: it was not saved, and the page says why. */
  readonly onSave: () => Promise<boolean | void>
  /** Says why saving failed, by the field's name. */
  readonly toErrors: (error: unknown) => Errors
  readonly onClose: () => void
}

/** A small form that a button opens. Once all that is typed is saved it closes; until then it stays, with what is typed. */
export function useOpenedForm({ opener, onlyField, isBlocked, onSave, toErrors, onClose }: OpenedFormOptions) {
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<Errors>({})
  const [isBusy, setIsBusy] = useState(false)
  useReturnFocus(form, opener)
  const selectField = useEffectEvent(() => {
    if (onlyField) form.current?.querySelector<HTMLInputElement>(onlyField)?.select()
  })
  useEffect(() => selectField(), [])
  useEffect(() => {
    // Screen readers then read the error, which describes the field.
    if (!form.current?.contains(document.activeElement)) return
    form.current.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [errors])
  const readInput = () => form.current && JSON.stringify([...new FormData(form.current)])
  const save = async (saving = onSave) => {
    if (isBusy || isBlocked) return
    const sent = readInput()
    setErrors({})
    setIsBusy(true)
    try {
      const isSaved = await saving()
      // A late answer closes neither another form nor one with more input by now.
      if (isSaved !== false && form.current && readInput() === sent) onClose()
    } catch (error) {
      setErrors(toErrors(error))
    } finally {
      setIsBusy(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save()
  }
  return { form, errors, isBusy, save, submit }
}
