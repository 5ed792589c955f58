import { categoryPath } from '../../src/domain/catalogue/category.ts'
import { piecesPath } from '../../src/domain/page-paths.ts'
import { Chip } from '../ui/chip.tsx'
import { SearchForm } from '../ui/header/header-search.tsx'
import { useCategoryLabel } from '../ui/use-category-label.ts'
import { useLocalPath, useServerMessages } from '../use-messages.ts'

/** Where to look for what a page does not have: a search, all pieces, and categories. */
export function NextSteps({ categories }: { categories: readonly string[] }) {
  const { pieces } = useServerMessages()
  const labelOf = useCategoryLabel()
  const local = useLocalPath()
  return (
    <>
      <search>
        <SearchForm />
      </search>
      <nav className="chips" aria-label={pieces.categories}>
        <Chip href={local(piecesPath)}>{pieces.all}</Chip>
        {categories.map((name) => (
          <Chip key={name} href={local(categoryPath(name))}>
            {labelOf(name)}
          </Chip>
        ))}
      </nav>
    </>
  )
}
