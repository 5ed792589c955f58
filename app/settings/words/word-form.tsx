import { useState, type RefObject } from 'react'

import { fill } from '../../../src/domain/template.ts'
import type { WordJson } from '../../../src/messages/words.ts'
import { errorMessage, FieldsError } from '../../api/localized-error.ts'
import type { Session } from '../../session/session.ts'
import { Field } from '../../ui/field.tsx'
import { QuietButton } from '../../ui/quiet-button.tsx'
import { useOpenedForm } from '../../ui/use-opened-form.ts'
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
  const correct = async (text: string) => onChange(await correctWord(session, word, text))
  const { form, errors, isBusy, save, submit } = useOpenedForm({
    opener: () => opener.current,
    onlyField: 'textarea',
    onSave: () => correct(typed),
    toErrors(error) {
      if (error instanceof FieldsError) return error.fields
      return { text: fill(messages.shopSettings.failed, { message: errorMessage(error, messages) }) }
    },
    onClose,
  })
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
        error={errors['text']}
      />
      <p className="actions">
        <button className="button" type="submit" aria-disabled={isBusy}>
          {texts.save}
        </button>
        {word.correction !== null && (
          <QuietButton aria-disabled={isBusy} onClick={() => void save(() => correct(''))}>
            {texts.takeBack}
          </QuietButton>
        )}
        <QuietButton onClick={onClose}>{texts.cancel}</QuietButton>
      </p>
    </form>
  )
}
