import { useEffect, useId, useRef, useState, type RefObject } from 'react'

import type { NamesOfCategory } from '../../../src/domain/catalogue/category-names.ts'
import { categoryKey } from '../../../src/domain/catalogue/category.ts'
import { parseCategoryRename, type CategoryRename } from '../../../src/domain/catalogue/rename-category.ts'
import { isInvalidInput } from '../../../src/domain/invalid-input.ts'
import { languageNames, type Language } from '../../../src/domain/language.ts'
import { fill, formatNumber, pluralOf } from '../../../src/domain/template.ts'
import { describeInvalidInput } from '../../../src/messages/describe-invalid-input.ts'
import type { BrowserMessages } from '../../../src/messages/english-browser.ts'
import { errorMessage, FieldsError } from '../../api/localized-error.ts'
import type { Session } from '../../session/session.ts'
import { Field } from '../../ui/field.tsx'
import { isTyping, useReturnFocus } from '../../ui/keyboard-focus.ts'
import { QuietButton } from '../../ui/quiet-button.tsx'
import { useLoaded } from '../../ui/use-loaded.ts'
import { useOpenedForm } from '../../ui/use-opened-form.ts'
import { useMessages } from '../../use-messages.ts'
import { fetchCategoryNames, saveCategoryNames, type CategoryCount } from '../manage-api.ts'

interface RenameFormProps {
  readonly category: CategoryCount
  /** All categories. */
  readonly categories: readonly CategoryCount[]
  /** Has the focus afterwards. */
  readonly opener: RefObject<HTMLElement | null>
  /** Rejects with an error for `errorMessage`; the form stays then. */
  readonly onRename: (rename: CategoryRename) => Promise<void>
  readonly onClose: () => void
}

/** The new name of a category, and what renaming it does. */
export function RenameForm({ category, categories, opener, onRename, onClose }: RenameFormProps) {
  const messages = useMessages()
  const { manage, site } = messages
  const [to, setTo] = useState(category.name)
  const effectId = useId()
  const { form, errors, isBusy, submit } = useOpenedForm({
    opener: () => opener.current,
    onlyField: 'input',
    onSave: async () => onRename(parseCategoryRename({ from: category.name, to })),
    toErrors: (error) => ({ to: describe(error, messages) }),
    onClose,
  })
  const other = categories.find(({ name }) => isSame(name, to) && !isSame(name, category.name))
  const { count } = other ?? category
  const effect = pluralOf(other ? manage.categories.merges : manage.categories.changes, count, site.language)
  return (
    <form ref={form} className="rename-form" noValidate onSubmit={submit}>
      <Field
        name="categoryName"
        label={manage.categories.newName}
        value={to}
        readOnly={isBusy} // Once it is renamed, there is no category of the former name.
        onChange={({ target }) => setTo(target.value)}
        error={errors['to']}
      />
      <p className="quiet" id={effectId} aria-live="polite">
        {isBusy ? manage.categories.renaming : fill(effect, { name: other?.name ?? '', count: formatNumber(count) })}
      </p>
      <p className="actions">
        <button className="button" type="submit" aria-disabled={isBusy} aria-describedby={effectId}>
          {manage.categories.save}
        </button>
        <QuietButton aria-disabled={isBusy} onClick={() => isBusy || onClose()}>
          {manage.cancel}
        </QuietButton>
      </p>
    </form>
  )
}

function isSame(name: string, other: string): boolean {
  return categoryKey(name) === categoryKey(other)
}

function describe(error: unknown, messages: BrowserMessages): string {
  if (isInvalidInput(error)) return describeInvalidInput(error, messages).message
  return fill(messages.manage.failed, { message: errorMessage(error, messages) })
}

interface NamesFormProps {
  readonly session: Session
  readonly category: string
  readonly languages: readonly Language[]
  /** Has the focus afterwards. */
  readonly opener: RefObject<HTMLElement | null>
  readonly onSaved: () => void
  readonly onClose: () => void
}

/** What a category is called in each language of the shop. The form comes once its names are loaded. */
export function NamesForm(props: NamesFormProps) {
  const messages = useMessages()
  const { manage } = messages
  const { session, category } = props
  const { value: names, failure } = useLoaded(category, () => fetchCategoryNames(session, category))
  if (failure !== undefined) return <NotLoaded {...props} message={describe(failure, messages)} />
  if (!names) return <p className="quiet">{manage.categories.loading}</p>
  return <LoadedForm {...props} before={names} />
}

function LoadedForm(props: NamesFormProps & { readonly before: NamesOfCategory }) {
  const { session, category, languages, opener, before, onSaved, onClose } = props
  const messages = useMessages()
  const { manage } = messages
  const [typed, setTyped] = useState<NamesOfCategory>({})
  const id = useId()
  const [first = ''] = languages
  const { form, errors, isBusy, submit } = useOpenedForm({
    opener: () => opener.current,
    // Names in the other languages may have been changed elsewhere meanwhile.
    onSave: () => saveCategoryNames(session, category, typed).then(onSaved),
    toErrors: (error) => (error instanceof FieldsError ? error.fields : { [first]: describe(error, messages) }),
    onClose,
  })
  useEffect(() => {
    if (!isTyping()) form.current?.querySelector('input')?.focus()
  }, [form])
  return (
    <form ref={form} className="rename-form" noValidate onSubmit={submit}>
      {languages.map((language) => (
        <Field
          key={language}
          name={`${id}-${language}`}
          label={fill(manage.categories.nameIn, { language: languageNames[language] })}
          lang={language}
          placeholder={category}
          value={typed[language] ?? before[language] ?? ''}
          onChange={({ target }) => setTyped({ ...typed, [language]: target.value })}
          error={errors[language]}
        />
      ))}
      <p className="quiet">{fill(manage.categories.namesHint, { name: category })}</p>
      <p className="actions">
        <button className="button" type="submit" aria-disabled={isBusy}>
          {manage.categories.saveNames}
        </button>
        <QuietButton onClick={onClose}>{manage.cancel}</QuietButton>
      </p>
    </form>
  )
}

function NotLoaded({ message, opener, onClose }: NamesFormProps & { readonly message: string }) {
  const { manage } = useMessages()
  const alert = useRef<HTMLParagraphElement>(null)
  useReturnFocus(alert, () => opener.current)
  return (
    <p ref={alert} className="actions" role="alert">
      {message}
      <QuietButton onClick={onClose}>{manage.cancel}</QuietButton>
    </p>
  )
}
