import { noFields, textNames } from './item-fields.ts'
import type { NewItem } from './item.ts'

/** An item with a value in every field. */
export const fullItem: NewItem = {
  ...noFields,
  ...Object.fromEntries(textNames.map((name) => [name, `Some ${name}, 4-ply`])),
  tagline: 'Soft merino',
  price: 12_500,
  category: 'Beanies',
  imageUrl: 'https://example.com/beanie.jpg',
  size: 'M',
  madeToOrder: true,
  weeksToMake: 3,
  focus: { x: 40, y: 25 },
}
