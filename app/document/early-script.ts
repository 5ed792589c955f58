/**
 * Before the page is first painted: shows the elements for owners (`.owner-only`) in a browser with the mark that
 * `app/session/marks.ts` keeps, and the link to an enquiry that has pieces; hides what adds to it where storage is blocked.
 * Cached pages are the same for everyone. Reads both again when the page comes back from the back/forward cache, and when another
 * tab changes them.
 */
const readMarks = () => {
  const root = document.documentElement
  try {
    root.toggleAttribute('data-owner', localStorage.getItem('owner') === 'yes')
    const enquiry = localStorage.getItem('enquiry') ?? ''
    // An attribute more would cost every element its style.
    if (enquiry !== (root.dataset['enquiry'] ?? '')) root.dataset['enquiry'] = enquiry
  } catch {
    root.toggleAttribute('data-no-storage', true)
  }
}
readMarks()
for (const event of ['pageshow', 'storage']) addEventListener(event, readMarks)
