/**
 * Before the page is first painted: shows the elements for owners (`.owner-only`) in a browser with the mark that
 * `app/session/owner-mark.ts` keeps; the link to an enquiry that has pieces; and what adds to it (`data-enquiry`). Cached pages are
 * the same for everyone. Reads both again when the page comes back from the back/forward cache, and when another tab changes them.
 */
const readMarks = () => {
  try {
    const { documentElement: root } = document
    root.toggleAttribute('data-owner', localStorage.getItem('owner') === 'yes')
    root.dataset['enquiry'] = localStorage.getItem('enquiry') ?? ''
  } catch {
    // Without storage there is no mark, and no enquiry.
  }
}
readMarks()
for (const event of ['pageshow', 'storage']) addEventListener(event, readMarks)
