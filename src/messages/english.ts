import { mail } from './emails.ts'
import { itemRules, photoRules, pictureCopy, problems, requestRules, settingsRules } from './error-texts.ts'
import { create, photoField } from './item-editor.ts'
import { linkFaults, linkPreview } from './link-preview.ts'
import { firstSteps, manage } from './manage.ts'
import { pieces } from './pieces.ts'
import { settingsPage } from './settings-page.ts'
import { channels, enquiry, enquiryList, home, item, live, site, notice } from './shop-pages.ts'
import { shopSettings } from './shop-settings.ts'
import { accountAction, claimPage, signIn, signInPage } from './sign-in.ts'

/** Every text in English. `languages.ts` has other languages. */
export const english = {
  accountAction,
  channels,
  claimPage,
  create,
  firstSteps,
  enquiry,
  enquiryList,
  home,
  item,
  itemRules,
  linkFaults,
  linkPreview,
  live,
  mail,
  manage,
  notice,
  photoField,
  photoRules,
  pictureCopy,
  pieces,
  problems,
  requestRules,
  settingsRules,
  shopSettings,
  signIn,
  signInPage,
  settingsPage,
  site,
} as const

export type Messages = typeof english
