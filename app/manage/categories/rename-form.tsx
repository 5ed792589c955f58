import { useId, useState, type RefObject } from 'react'

import { categoryKey } from '../../../src/domain/catalogue/category.ts'
import { parseCategoryRename, type CategoryRename } from '../../../src/domain/catalogue/rename-category.ts'
import { isInvalidInput } from '../../../src/domain/invalid-input.ts'
import { fill, formatNumber, pluralOf } from '../../../src/domain/template.ts'
import { describeInvalidInput } from '../../../src/messages/describe-invalid-input.ts'
import type { BrowserMessages } from '../../../src/messages/english-browser.ts'
import { errorMessage } from '../../api/localized-error.ts'
import { Field } from '../../ui/field.tsx'
import { QuietButton } from '../../ui/quiet-button.tsx'
import { useOpenedForm } from '../../ui/use-opened-form.ts'
import { useMessages } from '../../use-messages.ts'
import type { CategoryCount } from '../manage-api.ts'

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
