import { editParam } from '../../src/domain/page-paths.ts'

/** Takes the id of the item to edit out of the page's URL, so that a reload does not open the editor again. */
export function consumeEditParam(): string | undefined {
  const url = new URL(location.href)
  const id = url.searchParams.get(editParam)
  if (id === null) return undefined
  url.searchParams.delete(editParam)
  history.replaceState(history.state, '', url)
  return id
}
