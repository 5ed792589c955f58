/**
 * Before the page is first painted: shows the elements for owners (`.owner-only`) in a browser with the mark that
 * `app/session/owner-mark.ts` keeps. Cached pages are the same for everyone. Reads the mark again when the page comes back
 * from the back/forward cache, and when another tab signs in or out.
 */
const readOwnerMark = () => {
  try {
    document.documentElement.toggleAttribute('data-owner', localStorage.getItem('owner') === 'yes')
  } catch {
    // Without storage there is no mark.
  }
}
readOwnerMark()
for (const event of ['pageshow', 'storage']) addEventListener(event, readOwnerMark)
