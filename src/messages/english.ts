import { mail } from './emails.ts'
import { english as browserTexts } from './english-browser.ts'
import { photoRules, pictureCopy, problems, requestRules } from './error-texts.ts'
import { linkFaults } from './link-preview.ts'
import { settingsPage } from './settings-page.ts'
import { visitorTexts } from './visitor-texts.ts'

/** Every text in English. `languages.ts` has other languages. */
export const english = {
  ...browserTexts,
  ...visitorTexts,
  linkFaults,
  mail,
  photoRules,
  pictureCopy,
  problems,
  requestRules,
  settingsPage,
} as const

export type Messages = typeof english
