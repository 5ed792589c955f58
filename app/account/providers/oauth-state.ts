/** The state of a sign-in that a provider has sent the browser back from; it leaves the address of the page. */
export function takeHandoverState(): string | undefined {
  const state = new URLSearchParams(location.hash.slice(1)).get('handover')
  if (state === null) return undefined
  history.replaceState(history.state, '', location.pathname + location.search)
  return state
}
