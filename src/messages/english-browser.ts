import { pageErrors, pickedPhotoRules, itemRules, settingsRules } from './error-texts.ts'
import { create, photoField } from './item-editor.ts'
import { linkPreview } from './link-preview.ts'
import { firstSteps, manage } from './manage.ts'
import { live, navigation, site } from './shop-pages.ts'
import { shopSettings } from './shop-settings.ts'
import { accountAction, claimPage, signIn, signInPage } from './sign-in.ts'

/** The English texts that hydrated pages use in the browser: no others are sent there. */
export const english = {
  accountAction,
  claimPage,
  create,
  firstSteps,
  item: navigation,
  itemRules,
  linkPreview,
  live,
  manage,
  photoField,
  photoRules: pickedPhotoRules,
  problems: pageErrors,
  settingsRules,
  shopSettings,
  signIn,
  signInPage,
  site,
} as const

export type BrowserMessages = typeof english
