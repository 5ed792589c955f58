import { homePath, itemPath } from '../src/domain/page-paths.ts'
import previewPage from './visitor/preview-environment.ts?script'
import visitorPage from './visitor/visitor-page.ts?script'

import css from './ui/index.css?inline'

/** Browsers prerender visitor pages when a pointer or a finger rests on a link. */
const speculationRules = JSON.stringify({
  prerender: [{ where: { or: [{ href_matches: homePath }, { href_matches: itemPath('*') }] }, eagerness: 'moderate' }],
})

interface InlineScript {
  readonly type: string
  readonly code: string
}

/** The scripts of a page that does not hydrate. */
export function visitorScripts(isPreview: boolean): readonly InlineScript[] {
  return [
    { type: 'speculationrules', code: speculationRules },
    { type: 'module', code: isPreview ? previewPage : visitorPage },
  ]
}

/** The style sheet. Empty in the browser's bundle, where hydration keeps the server's. */
export const styleSheet = import.meta.env.SSR ? css.trim() : ''
