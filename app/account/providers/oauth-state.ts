/** Takes the OAuth state out of the page's URL when a provider has redirected back. */
export function consumeOAuthState(): string | undefined {
  const state = new URLSearchParams(location.hash.slice(1)).get('handover')
  if (state === null) return undefined
  history.replaceState(history.state, '', location.pathname + location.search)
  return state
}
