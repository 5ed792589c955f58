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
import { NamesForm } from './names-form.tsx'
import { RenameForm } from './rename-form.tsx'

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
  const summary = useRef<HTMLElement>(null)
  const rename = async (wanted: CategoryRename) => {
    const { name, count } = await renameCategory(session, wanted)
    const form = pluralOf(manage.categories.renamed, count, site.language)
    report(fill(form, { name, count: formatNumber(count) }))
    setRenames((before) => before + 1)
  }
  const [named, setNamed] = useState<ReadonlyMap<string, CategoryCount | undefined>>(new Map())
  const isListed = ({ name }: CategoryCount) => categories?.some((each) => each.name === name) === true
  // Forms stay with what is typed if somebody else renamed the category meanwhile, or hid its last piece.
  const open = new Map(renamed ? [...named, [renamed.name, renamed]] : named)
  const unlisted = [...open.values()].flatMap((category) => (category && !isListed(category) ? [category] : []))
  const rows = categories && [...unlisted, ...categories]
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
            isNamed={named.get(category.name) !== undefined}
            onNamed={(isNamed) =>
              setNamed((before) => new Map(before).set(category.name, isNamed ? category : undefined))
            }
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
  readonly isNamed: boolean
  readonly onNamed: (isNamed: boolean) => void
  /** The form that renames it; `false` until it is opened. */
  readonly children: ReactNode
}

/** A category, and in a shop with several languages its names in them. */
function CategoryRow({ session, report, category, onRename, isNamed, onNamed, children }: CategoryRowProps) {
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
          aria-expanded={isNamed}
          aria-label={fill(manage.of, { action: manage.categories.names, title: name })}
          onClick={() => onNamed(!isNamed)}
        >
          {manage.categories.names}
        </QuietButton>
      )}
      {isNamed && (
        <NamesForm
          {...{ session, languages }}
          category={name}
          opener={button}
          onSaved={() => report(fill(manage.categories.named, { name }))}
          onClose={() => onNamed(false)}
        />
      )}
    </li>
  )
}
