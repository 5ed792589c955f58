import { useRef, useState, type ReactNode } from 'react'

import type { CategoryRename } from '../../../src/domain/catalogue/rename-category.ts'
import { fill, formatNumber, pluralOf } from '../../../src/domain/template.ts'
import { errorMessage } from '../../api/localized-error.ts'
import type { Session } from '../../session/session.ts'
import { useShop } from '../../shop.ts'
import { QuietButton } from '../../ui/quiet-button.tsx'
import { useLoaded } from '../../ui/use-loaded.ts'
import { useMessages } from '../../use-messages.ts'
import { fetchCategories, renameCategory, type CategoryCount } from '../manage-api.ts'
import { NamesForm, RenameForm } from './category-forms.tsx'

interface CategoriesProps {
  readonly session: Session
  /** The catalogue's. */
  readonly revision: number | undefined
  /** Says that something was done. */
  readonly report: (message: string) => void
}

/** The shop's categories, each with a form that renames it for all its pieces. They are loaded when they are opened. */
export function Categories({ session, revision, report }: CategoriesProps) {
  const messages = useMessages()
  const { manage, site } = messages
  const [isOpen, setIsOpen] = useState(false)
  const [renames, setRenames] = useState(0)
  const key = isOpen ? `${revision} ${renames}` : undefined
  const { value: categories, failure } = useLoaded(key, () => fetchCategories(session))
  const [renamed, setRenamed] = useState<CategoryCount>()
  /** The categories with an open form of their names. */
  const [naming, setNaming] = useState<readonly CategoryCount[]>([])
  const closeNames = (closed: string) => setNaming((before) => before.filter(({ name }) => name !== closed))
  const summary = useRef<HTMLElement>(null)
  const rename = async (wanted: CategoryRename) => {
    const { name, count } = await renameCategory(session, wanted)
    const form = pluralOf(manage.categories.renamed, count, site.language)
    if (name !== wanted.from) closeNames(wanted.from) // They have gone with it.
    report(fill(form, { name, count: formatNumber(count) }))
    setRenames((before) => before + 1)
  }
  // Forms stay with what is typed if somebody else renamed the category meanwhile, or hid its last piece.
  const open = renamed && !has(naming, renamed) ? [renamed, ...naming] : naming
  const rows = categories && [...open.filter((category) => !has(categories, category)), ...categories]
  return (
    <details className="categories" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary ref={summary}>{manage.categories.title}</summary>
      {!rows && <p className="quiet">{failure ? errorMessage(failure, messages) : manage.categories.loading}</p>}
      {rows?.length === 0 && <p className="quiet">{manage.categories.none}</p>}
      <ul>
        {rows?.map((category) => (
          <CategoryRow
            key={category.name}
            {...{ session, category, report }}
            onRename={() => setRenamed(category)}
            isNaming={has(naming, category)}
            openNames={() => setNaming((before) => (has(before, category) ? before : [...before, category]))}
            closeNames={() => closeNames(category.name)}
          >
            {category.name === renamed?.name && (
              <RenameForm
                category={category}
                categories={categories ?? []}
                opener={summary}
                onRename={rename}
                onClose={() => setRenamed(undefined)}
              />
            )}
          </CategoryRow>
        ))}
      </ul>
    </details>
  )
}

interface CategoryRowProps extends Pick<CategoriesProps, 'session' | 'report'> {
  readonly category: CategoryCount
  readonly onRename: () => void
  /** Whether the form of its names is open. */
  readonly isNaming: boolean
  readonly openNames: () => void
  readonly closeNames: () => void
  /** The form that renames it; `false` until it is opened. */
  readonly children: ReactNode
}

/** A category, and in a shop with several languages its names in them. */
function CategoryRow({ session, report, category, onRename, children, ...names }: CategoryRowProps) {
  const { isNaming, openNames, closeNames } = names
  const { manage, site } = useMessages()
  const { name, count } = category
  const languages = useShop()?.languages ?? []
  const button = useRef<HTMLButtonElement>(null)
  return (
    <li>
      <span className="category-name">{name}</span>
      <span className="quiet">
        {fill(pluralOf(manage.categories.count, count, site.language), { count: formatNumber(count) })}
      </span>
      {children || (
        <QuietButton aria-label={fill(manage.of, { action: manage.categories.rename, title: name })} onClick={onRename}>
          {manage.categories.rename}
        </QuietButton>
      )}
      {languages.length > 1 && (
        <QuietButton
          ref={button}
          className="category-names"
          aria-expanded={isNaming}
          aria-label={fill(manage.of, { action: manage.categories.names, title: name })}
          onClick={isNaming ? closeNames : openNames}
        >
          {manage.categories.names}
        </QuietButton>
      )}
      {isNaming && (
        <NamesForm
          {...{ session, languages }}
          category={name}
          opener={button}
          onSaved={() => report(fill(manage.categories.named, { name }))}
          onClose={closeNames}
        />
      )}
    </li>
  )
}

function has(categories: readonly CategoryCount[], { name }: CategoryCount): boolean {
  return categories.some((category) => category.name === name)
}
