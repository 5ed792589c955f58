import { use } from 'react'

import { visitorScripts } from '../inline-content.ts'
import { Nonce } from '../nonce.ts'
import { useShop } from '../shop.ts'

/** The inline scripts of a page that does not hydrate. */
export function VisitorScripts() {
  const nonce = use(Nonce)
  return visitorScripts(useShop()?.isPreview ?? false).map(({ type, code }) => (
    <script key={type} type={type} nonce={nonce} dangerouslySetInnerHTML={{ __html: code }} />
  ))
}
