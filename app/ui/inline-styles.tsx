import { use } from 'react'

import { styleSheet } from '../inline-content.ts'
import { Nonce } from '../nonce.ts'

/** The style sheet, inline in the document. */
export function InlineStyles() {
  return <style nonce={use(Nonce)} dangerouslySetInnerHTML={{ __html: styleSheet }} suppressHydrationWarning />
}
