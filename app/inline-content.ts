import { homePath, itemPath } from '../src/domain/page-paths.ts'
import previewPage from './visitor/preview-environment.ts?script'
import visitorPage from './visitor/visitor-page.ts?script'

import css from './ui/index.css?inline'

/** Pages for visitors are prerendered when a finger or a pointer rests on a link to them. */
const speculationRules = JSON.stringify({
  prerender: [{ where: { or: [{ href_matches: homePath }, { href_matches: itemPath('*') }] }, eagerness: 'moderate' }],
})

interface InlineScript {
  readonly type: string
  readonly code: string
}

/** All the script that a page without state has. */
export function visitorScripts(isPreview: boolean): readonly InlineScript[] {
  return [
    { type: 'speculationrules', code: speculationRules },
    { type: 'module', code: isPreview ? previewPage : visitorPage },
  ]
}

/** The whole style sheet. The browser keeps what the server wrote: its bundle holds no second copy. */
export const styleSheet = import.meta.env.SSR ? css.trim() : ''
