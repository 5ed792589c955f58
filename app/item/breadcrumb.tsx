import { categoryPath } from '../../src/domain/catalogue/category.ts'
import type { Item } from '../../src/domain/item.ts'
import { itemPath, piecesPath } from '../../src/domain/page-paths.ts'
import { useCategoryLabel } from '../ui/use-category-label.ts'
import { Written } from '../ui/written.tsx'
import { useLocalPath, useServerMessages } from '../use-messages.ts'

/** A page on the way to another one. */
export interface Crumb {
  readonly name: string
  readonly path: string
}

/** The way from the whole catalogue to the page of an item, which comes last. @param label what its category is called. */
export function breadcrumbOf({ id, title, category }: Item, allPieces: string, label: string): readonly Crumb[] {
  return [
    { name: allPieces, path: piecesPath },
    { name: label, path: categoryPath(category) },
    { name: title, path: itemPath(id) },
  ]
}

export function Breadcrumb({ item }: { item: Item }) {
  const { pieces } = useServerMessages()
  const local = useLocalPath()
  const crumbs = breadcrumbOf(item, pieces.all, useCategoryLabel()(item.category))
  return (
    <nav className="breadcrumb" aria-label={pieces.breadcrumb} data-part="breadcrumb">
      <ol>
        {crumbs.map(({ name, path }, index) => (
          <li key={`${path} ${name}`}>
            {index < crumbs.length - 1 ? (
              <Written as="a" href={local(path)} text={name} />
            ) : (
              <Written as="span" aria-current="page" text={name} />
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
