import { categoryLabel } from '../../src/domain/catalogue/category-names.ts'
import { useShop } from '../shop.ts'

/** What this page calls a category, in its language if it has a name there. */
export function useCategoryLabel(): (category: string) => string {
  const names = useShop()?.categoryNames ?? {}
  return (category) => categoryLabel(names, category)
}
