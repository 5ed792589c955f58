import { use } from 'react'

import previewPage from '../browser/preview-page.ts?script'
import visitorPage from '../browser/visitor-page.ts?script'
import { Nonce } from '../nonce.ts'
import { useShop } from '../shop.ts'

/** Pages for visitors are prerendered when a finger or a pointer rests on a link to them. */
const speculationRules = JSON.stringify({
  prerender: [{ where: { or: [{ href_matches: '/' }, { href_matches: '/item/*' }] }, eagerness: 'moderate' }],
})

/** All the script that a page without state has. */
export function VisitorScripts() {
  const code = useShop()?.isPreview ? previewPage : visitorPage
  return (
    <>
      <InlineScript type="speculationrules" code={speculationRules} />
      <InlineScript type="module" code={code} />
    </>
  )
}

function InlineScript({ type, code }: { type: string; code: string }) {
  return <script type={type} nonce={use(Nonce)} dangerouslySetInnerHTML={{ __html: code }} />
}
