import { cataloguePath, wholeCatalogue } from '../../src/domain/catalogue/catalogue-query.ts'
import { categoryPath } from '../../src/domain/catalogue/category.ts'
import { facetParts } from '../../src/domain/catalogue/facets.ts'
import type { Item } from '../../src/domain/item.ts'
import { fill } from '../../src/domain/template.ts'
import { Chip } from '../ui/chip.tsx'
import { useCategoryLabel } from '../ui/use-category-label.ts'
import { Written } from '../ui/written.tsx'
import { useLocalPath, useServerMessages } from '../use-messages.ts'

interface ItemChipsProps {
  readonly item: Item
  /** Whether sizes can be chosen below, where their chip is then. */
  readonly hasSizeChoice: boolean
}

/** Links to all pieces of the same category, size or colour. */
export function ItemChips({ item: { category, size, color }, hasSizeChoice }: ItemChipsProps) {
  const { item: texts } = useServerMessages()
  const labelOf = useCategoryLabel()
  const local = useLocalPath()
  return (
    <p className="chips">
      <Chip href={local(categoryPath(category))}>{labelOf(category)}</Chip>
      {!hasSizeChoice && <SizeChip size={size} />}
      {color !== null && <FacetChip facet="color" value={color} label={fill(texts.color, { color })} />}
    </p>
  )
}

export function SizeChip({ size }: { size: string | null }) {
  const { item: texts } = useServerMessages()
  return size === null ? null : <FacetChip facet="size" value={size} label={fill(texts.size, { size })} />
}

interface FacetChipProps {
  readonly facet: 'size' | 'color'
  readonly value: string
  /** The text of the chip, with the value. */
  readonly label: string
}

/** One value makes the chip a link; of several, each is one. */
function FacetChip({ facet, value, label }: FacetChipProps) {
  const local = useLocalPath()
  const parts = facetParts(value)
  const pathOf = (each: string) => local(cataloguePath({ ...wholeCatalogue, [facet]: each }))
  const values = parts.filter(({ isValue }) => isValue)
  const [only] = values
  if (only !== undefined && values.length === 1) return <Chip href={pathOf(only.text)}>{label}</Chip>
  const start = label.indexOf(value)
  return (
    <Chip>
      {label.slice(0, start)}
      {parts.map((part) =>
        part.isValue ? <Written as="a" key={part.start} href={pathOf(part.text)} text={part.text} /> : part.text,
      )}
      {label.slice(start + value.length)}
    </Chip>
  )
}
