/**
 * The path of each page: links, redirects and e-mails take them from here. `app/routes.ts` has the same paths for the
 * router; `page-paths.test.ts` compares the two.
 */
export const homePath = '/'
export const piecesPath = '/pieces'
/** The page of an enquiry about several items. */
export const enquiryPath = '/enquiry'
/** The page where somebody becomes the first owner; its fragment has the code of the link. */
export const claimPath = '/claim'
export const createPath = '/create'
export const managePath = '/manage'
export const shopSettingsPath = '/manage/shop'
export const accountActionPath = '/__/auth/action'

export const signInPagePath = '/sign-in'

/** The sign-in page. @param next the path to continue at after signing in. */
export function signInPath(next?: string): string {
  return next === undefined ? signInPagePath : `${signInPagePath}?next=${encodeURIComponent(next)}`
}

/** The query parameter of the sign-in page for a user who is signed in, and has to confirm it. */
export const signInAgainParam = 'again'

export function signInAgainPath(next: string): string {
  return `${signInPath(next)}&${signInAgainParam}`
}

/** An item's page. Ids need no escaping. */
export function itemPath(id: string): string {
  return `/item/${id}`
}

/** The file with the QR code of an item's address, in a language other than the first one. */
export function qrCodePath(id: string, language?: string): string {
  return language === undefined ? `/qr/${id}.svg` : `/qr/${id}.${language}.svg`
}

/** The query parameter of {@link managePath} with the id of the item to edit. */
export const editParam = 'edit'

/** The query parameter of {@link managePath} with the id of the item to copy as a new one. */
export const duplicateParam = 'duplicate'

/** The page that opens an item in the editor. */
export function editItemPath(id: string): string {
  return `${managePath}?${editParam}=${id}`
}
