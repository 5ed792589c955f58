export const itemRules = {
  notSignedIn: 'Not signed in.',
  titleAndImageRequired: 'Title and image are required.',
  titleRequired: 'A title is required.',
  imageRequired: 'Add at least one photo.',
  tooLong: 'Too long: please use {max} characters or fewer.',
  notACategory: 'Enter a category with letters or digits, such as Scarves.',
  categoryRequired: 'Enter a name.',
  notAnImageUrl: 'The picture’s address must start with https:// or http://.',
  notWeeks: 'Enter a whole number of weeks from 1 to {max}.',
  notADay: 'Enter a day, such as 2026-11-27.',
  dayPassed: 'This day has passed. Choose a later one.',
  notAPrice: 'Enter the price as a number, such as 12,500.',
  priceRange: 'Enter one price, such as 4,500. You can write the others in the description.',
  priceUnclear: 'Enter thousands with a comma, as in 4,500, and cents with two digits, as in 4,500.50.',
  priceTooHigh: 'Too high: please enter LKR {price} or less.',
} as const

/** What the forms of the shop cannot send, or cannot check themselves. Browsers get none of these. */
export const requestRules = {
  notText: 'This must be text.',
  notABoolean: 'This must be true or false.',
  notAState:
    'A state must be an object with sold, hidden, madeToOrder or reserved, each true or false, or a price; reservedUntil and ' +
    'reservedNote need reserved to be true.',
  notReserved: 'A piece that is not reserved has no last day and no note.',
  notAFocus: 'A focus must have x and y, each a whole number from 0 to 100.',
  notAPhoto: 'This must be a photo uploaded to this shop.',
  notPhotos: 'Photos must be a list of photos uploaded to this shop.',
  photoNotFound: 'This photo is missing. Please choose it again.',
  notAnItem: 'An item must be an object with a title and an imageUrl.',
  notARename: 'A renaming must be an object with from and to, each the name of a category.',
  notLanguages: 'Languages must be one or more of en, si and ta, each once.',
  notSettings: 'Shop settings must be an object with a name.',
  notTexts: 'Texts must be an object with languages, each an object with texts.',
  tooManyTexts: 'Too many texts: a language can have up to {max}.',
  placeholdersDiffer: 'Keep everything in braces as it is: the shop puts a name or a number there.',
} as const

export const settingsRules = {
  nameRequired: 'Enter your shop’s name.',
  notANoticeKind: 'Choose what the notice says.',
  noticeTextRequired: 'Write what the notice says.',
  notAWhatsappNumber: 'Enter a phone number, such as 077 123 4567 or +94 77 123 4567.',
  notAnInstagramProfile: 'Enter an Instagram handle or address, such as @mywool.',
  notAnEmailAddress: 'Enter an e-mail address, such as you@example.com.',
  notWhoMayAdd: 'Choose who may add pieces: anyone, or only owners.',
} as const

/** Why a photo is refused, where the browser finds it out. */
export const pickedPhotoRules = {
  empty: 'This photo is empty. Please choose another one.',
  notAPhoto: 'The shop can’t read this file. Please choose a JPEG, PNG, WebP, AVIF or GIF.',
  heic:
    'This photo is in the HEIC format, which the shop can’t read. Turn off “High efficiency” in the settings of your camera ' +
    '(on an iPhone: Settings, Camera, Formats, “Most Compatible”) and take it again, or choose a JPEG.',
  damaged: 'This photo is damaged or incomplete. Please choose it again, or another one.',
  tooMany: 'A piece can have up to {max} photos.',
} as const

/** Why a photo is refused. */
export const photoRules = {
  ...pickedPhotoRules,
  tooLarge: 'This photo is too large: please use one of {megabytes} MB or less.',
  changed: 'This photo was damaged on the way. Please upload it again.',
  tooManyPixels: 'This photo has too many pixels: please use {megapixels} million or fewer.',
  tooManyFrames: 'This animation is too long: please use {frames} frames or fewer.',
  tooSmall: 'This photo is too small: each side must be at least {pixels} pixels.',
  tooNarrow: 'This photo is too long and narrow. Please crop it first.',
  tooHard: 'This photo took too long to process. Try a smaller one.',
  notFound: 'Photo not found.',
  interrupted: 'The connection was lost. The part already uploaded is saved.',
  wrongOffset: 'The upload got out of step. Please try again.',
  tooManyUploads: 'Too many uploads at once. Please wait for some to finish.',
  busy: 'The shop is busy with other photos. Please try again in a moment.',
  notThere: 'A photo of this piece is missing. Please choose it again.',
} as const

/** Why a remote picture cannot be copied. */
export const pictureCopy = {
  badAddress: 'The picture’s address must start with https:// or http:// and have no port.',
  notPublic: 'The picture’s address is on a private network, not on the public web.',
  unreachable: 'We couldn’t load a picture from this address.',
  tooSlow: 'The picture’s server took too long.',
  tooManyRedirects: 'This address redirects too many times.',
} as const

/** Errors that hydrated pages show by themselves. */
export const pageErrors = {
  noConnection: 'No connection. Please try again.',
  providerUnavailable: 'The sign-in provider can’t be reached right now. Please try again in a moment.',
  notSignedOutEverywhere: 'You couldn’t be signed out everywhere. Please try again, or contact the shop.',
  pageFailed: 'This page couldn’t be loaded. Please try again.',
  alreadyAdded: 'This piece was already saved, without your latest changes. Nothing you typed is lost.',
} as const

/** Errors of requests that every visitor makes. */
export const visitorErrors = {
  notFound: 'Page not found.',
  methodNotAllowed: 'Not allowed.',
  tooManyRequests: 'Too many requests. Please wait a moment and try again.',
  busy: 'The shop is busy. Please try again in a moment.',
  storageUnreadable: 'The shop can’t load its data right now. Please try again in a moment.',
  internal: 'Something went wrong on our side. Please try again.',
} as const

export const problems = {
  ...pageErrors,
  ...visitorErrors,
  signInTooOld:
    'You signed in a while ago. To change how customers reach or pay you, or who may add pieces, please sign in again to ' +
    'confirm it’s you.',
  ownersNotChecked: 'Your sign-in can’t be checked right now. The log of the shop says what to repair.',
  ownersOnlyManage: 'Only the shop’s owner can do this. Please sign in.',
  itemChanged: 'This piece was changed elsewhere. Please check it before you save again.',
  settingsChanged: 'The settings were changed elsewhere. Please check them before you save again.',
  versionRequired: 'If-Match must give the version that was changed.',
  alreadyAddedNotVisible:
    'This piece was already saved, and is no longer shown in the shop. Nothing you typed is lost.',
  badIdempotencyKey: 'An Idempotency-Key must be a quoted string of 1 to {max} ASCII characters.',
  ownersOnly: 'Only the shop’s owner can add pieces. Please sign in.',
  unclaimed: 'This shop has no owner yet. Until it has one, nobody can add pieces.',
  alreadyClaimed: 'This shop already has an owner. If that’s you, sign in.',
  wrongClaimCode:
    'This link isn’t valid any more: the shop makes a new one each time it starts. Open the link it printed last.',
  wrongClaimCodeInCloud:
    'This link isn’t valid here: each process of the shop has its own, and makes a new one when it starts. Run one process ' +
    'only while you claim the shop, and open the link it printed last.',
  otherOrigin: 'Only the shop’s own pages can do this.',
  bodyTooLarge: 'The request is too large: please send 64 KB or less.',
  notJson: 'The body must be JSON.',
  brokenOff: 'The request was cut off.',
  badSearch:
    'Give each parameter once: category, q, size, color, available (1), min and max (whole rupees), sort (price, ' +
    'price-desc or best), and after or before, as in the links of an answer.',
  badList: 'Give each parameter once: q, state (one of {states}), and after, as in the path of the next page.',
  badLimit: 'The limit must be a whole number from 1 to {max}.',
  badFields: 'A field is missing or invalid.',
  storageUnavailable: 'The shop can’t save right now. Please try again in a moment.',
  storageQuota: 'The shop has reached its daily storage limit. Please try again tomorrow.',
  storageNotAllowed: 'The shop isn’t set up to save. Please tell the person who runs it.',
  storageDeadline: 'We couldn’t confirm that it was saved. Check the list before trying again.',
  mailUnavailable: 'The shop can’t send e-mail right now. Please try again in a moment.',
} as const
