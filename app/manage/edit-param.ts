const name = 'edit'

/** The address at which a piece is opened to be edited. @param id the piece's. */
export function toEdit(id: string): string {
  return `/manage?${name}=${id}`
}

/** The id of the piece that the page's address asks to edit, if it does; once, so that a reload asks for nothing. */
export function takeAskedPiece(): string | undefined {
  const url = new URL(location.href)
  const id = url.searchParams.get(name)
  if (id === null) return undefined
  url.searchParams.delete(name)
  history.replaceState(history.state, '', url)
  return id
}
