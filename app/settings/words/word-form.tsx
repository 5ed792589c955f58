import { useEffect, useRef, useState, type FormEvent, type RefObject } from 'react'

import { fill } from '../../../src/domain/template.ts'
import type { WordJson } from '../../../src/messages/words.ts'
import { errorMessage, FieldsError } from '../../api/localized-error.ts'
import type { Session } from '../../session/session.ts'
import { Field } from '../../ui/field.tsx'
import { useReturnFocus } from '../../ui/keyboard-focus.ts'
import { QuietButton } from '../../ui/quiet-button.tsx'
import { useIsShown } from '../../ui/use-is-shown.ts'
import { useMessages } from '../../use-messages.ts'
import { usePageTexts } from '../use-page-texts.ts'
import { correctWord } from './words-api.ts'

interface WordFormProps {
  readonly session: Session
  readonly word: WordJson
  readonly onChange: (word: WordJson) => void
  /** Has the focus afterwards. */
  readonly opener: RefObject<HTMLElement | null>
  readonly onClose: () => void
}

/** A better text for a word. If it cannot be saved, the form stays with what is typed. */
export function WordForm({ session, word, onChange, opener, onClose }: WordFormProps) {
  const messages = useMessages()
  const { words: texts } = usePageTexts()
  const [typed, setTyped] = useState(word.correction ?? word.text)
  const [problem, setProblem] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const isShown = useIsShown()
  useReturnFocus(form, () => opener.current)
  useEffect(() => form.current?.querySelector('textarea')?.select(), [])
  const save = async (text: string) => {
    if (isBusy) return
    setProblem(undefined)
    setIsBusy(true)
    try {
      onChange(await correctWord(session, word, text))
      if (isShown()) onClose()
    } catch (error) {
      const failed = fill(messages.shopSettings.failed, { message: errorMessage(error, messages) })
      setProblem(error instanceof FieldsError ? error.fields['text'] : failed)
      setIsBusy(false)
      if (form.current?.contains(document.activeElement)) form.current.querySelector('textarea')?.focus()
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save(typed)
  }
  const names = [...new Set(word.text.match(/\{\w+\}/g))].join(', ')
  return (
    <form ref={form} className="word-form" noValidate onSubmit={submit}>
      <Field
        name={`word-${word.language}-${word.key}`}
        label={texts.better}
        rows={2}
        lang={word.language}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        {...(names !== '' && { hint: fill(texts.keep, { names }) })}
        error={problem}
      />
      <p className="actions">
        <button className="button" type="submit" aria-disabled={isBusy}>
          {texts.save}
        </button>
        {word.correction !== null && (
          <QuietButton aria-disabled={isBusy} onClick={() => void save('')}>
            {texts.takeBack}
          </QuietButton>
        )}
        <QuietButton onClick={onClose}>{texts.cancel}</QuietButton>
      </p>
    </form>
  )
}
