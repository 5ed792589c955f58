import { useEffect, useRef, useState, type FormEvent } from 'react'

import type { NamesOfCategory } from '../../../src/domain/catalogue/category-names.ts'
import { languageNames, type Language } from '../../../src/domain/language.ts'
import { fill } from '../../../src/domain/template.ts'
import { errorMessage, FieldsError } from '../../api/localized-error.ts'
import type { Session } from '../../session/session.ts'
import { Field } from '../../ui/field.tsx'
import { useMessages } from '../../use-messages.ts'
import { fetchCategoryNames, saveCategoryNames } from '../manage-api.ts'

interface NamesFormProps {
  readonly session: Session
  readonly category: string
  readonly languages: readonly Language[]
  readonly onSaved: () => void
  readonly onCancel: () => void
}

/** What a category is called in each language of the shop. The form comes once its names are loaded. */
export function NamesForm({ session, category, languages, onSaved, onCancel }: NamesFormProps) {
  const messages = useMessages()
  const { manage } = messages
  const [names, setNames] = useState<NamesOfCategory>()
  const [failure, setFailure] = useState<unknown>()
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const [isBusy, setIsBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const isLoaded = names !== undefined
  const describe = (error: unknown) => fill(manage.failed, { message: errorMessage(error, messages) })
  const fail = (error: unknown) => {
    const [first = ''] = languages
    setProblems(error instanceof FieldsError ? error.fields : { [first]: describe(error) })
    setIsBusy(false)
  }
  useEffect(() => {
    fetchCategoryNames(session, category).then(setNames, setFailure)
  }, [session, category])
  useEffect(() => form.current?.querySelector('input')?.focus(), [isLoaded])
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (isBusy || !names) return
    setProblems({})
    setIsBusy(true)
    saveCategoryNames(session, category, names).then(onSaved, fail)
  }
  if (failure !== undefined) return <NotLoaded message={describe(failure)} onCancel={onCancel} />
  if (!isLoaded) return <p className="quiet">{manage.categories.loading}</p>
  return (
    <form ref={form} className="rename-form" noValidate onSubmit={save}>
      {languages.map((language) => (
        <Field
          key={language}
          name={`categoryName-${language}`}
          label={fill(manage.categories.nameIn, { language: languageNames[language] })}
          lang={language}
          placeholder={category}
          value={names[language] ?? ''}
          onChange={({ target }) => setNames({ ...names, [language]: target.value })}
          error={problems[language]}
        />
      ))}
      <p className="quiet">{fill(manage.categories.namesHint, { name: category })}</p>
      <p className="actions">
        <button className="button" type="submit" aria-disabled={isBusy}>
          {manage.categories.saveNames}
        </button>
        <button className="button button-quiet" type="button" onClick={onCancel}>
          {manage.cancel}
        </button>
      </p>
    </form>
  )
}

function NotLoaded({ message, onCancel }: { readonly message: string; readonly onCancel: () => void }) {
  const { manage } = useMessages()
  return (
    <p className="actions" role="alert">
      {message}
      <button className="button button-quiet" type="button" onClick={onCancel}>
        {manage.cancel}
      </button>
    </p>
  )
}
