import { use } from 'react'

import { Nonce } from '../nonce.ts'

import css from '../styles/index.css?inline'

/** The whole style sheet, in the document. The browser keeps what the server wrote: its bundle holds no second copy. */
export function InlineStyles() {
  const __html = import.meta.env.SSR ? css.trim() : ''
  return <style nonce={use(Nonce)} dangerouslySetInnerHTML={{ __html }} suppressHydrationWarning />
}
