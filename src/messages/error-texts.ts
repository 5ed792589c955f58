export const itemRules = {
  notSignedIn: 'Not signed in.',
  titleAndImageRequired: 'Title and image are required.',
  titleRequired: 'A title is required.',
  imageRequired: 'An image is required.',
  notAState: 'A state is an object with sold or hidden, each true or false.',
  notAnItem: 'An item is an object with a title and an imageUrl.',
  notText: 'This must be text.',
  tooLong: (max: number) => `This is too long: ${max} characters at most.`,
  notAnImageUrl: 'An image address starts with https:// or http://.',
  notAPrice: 'A price is a number that is not negative, such as 12,500.',
  priceTooHigh: (max: number) => `This price is too high: LKR ${max.toLocaleString('en')} at most.`,
}

/** Why a photo is refused, where the browser finds it out. */
export const pickedPhotoRules = {
  empty: 'This photo is empty. Please choose another one.',
  notAPhoto: 'This is not a photo that the shop can read. Please choose a JPEG, PNG, WebP, AVIF or GIF.',
  heic:
    'This photo is in Apple’s HEIC format, which the shop cannot read. On an iPhone, choose “Most Compatible” under ' +
    'Settings, Camera, Formats, or send it as a JPEG.',
  damaged: 'This photo is damaged or not complete. Please choose it again, or another one.',
  notPhotos: 'Photos are a list of photos that were sent to this shop.',
  tooMany: (max: number) => `These are too many photos: ${max} at most.`,
}

/** What is said of a photo that the shop does not take. */
export const photoRules = {
  ...pickedPhotoRules,
  tooLarge: (megabytes: number) => `This photo is too large: ${megabytes} MB at most.`,
  changed: 'This photo did not arrive as it was sent. Please send it again.',
  tooManyPixels: (megapixels: number) => `This photo has too many pixels: ${megapixels} million at most.`,
  tooManyFrames: (frames: number) => `This moving picture is too long: ${frames} frames at most.`,
  tooSmall: (pixels: number) => `This photo is too small: each side needs ${pixels} pixels or more.`,
  tooNarrow: 'This photo is too long and narrow. Please crop it first.',
  tooHard: 'This photo could not be read in time. Please send it smaller, or choose another one.',
  notFound: 'There is no such photo.',
  interrupted: 'The connection was lost. What has arrived of the photo is kept.',
  wrongOffset: 'This part of the photo does not follow on what is here already.',
  tooManyUploads: 'Too many photos are on their way at once. Please wait until some of them are here.',
  busy: 'The shop is busy with other photos. Please try again in a moment.',
  notThere: 'A photo of this piece is no longer here. Please choose it again.',
}

/** What is said of an address of a picture elsewhere, of which the shop would keep a copy. */
export const pictureCopy = {
  badAddress: 'A picture’s address starts with https:// or http:// and names no other port.',
  notPublic: 'This address is not on the public web.',
  unreachable: 'No picture could be fetched from this address.',
  tooSlow: 'The picture’s server took too long.',
  tooManyRedirects: 'This address leads from one to the next without an end.',
}

/** Errors that hydrated pages show by themselves. */
export const pageErrors = {
  noConnection: 'No connection. Please try again.',
  providerUnavailable: 'Whom you sign in with cannot be reached right now. Please try again in a moment.',
  notSignedOutEverywhere: 'You could not be signed out everywhere right now. Please try again, or tell the shop.',
  pageFailed: 'This page could not be shown. Please try again.',
}

export const problems = {
  ...pageErrors,
  ownersOnlyManage: 'Only the shop’s owners may change its pieces. Please sign in as one of them.',
  itemChanged: 'Somebody else has changed this piece meanwhile. Please look at it before you save again.',
  versionRequired: 'A change must say in If-Match which version of the piece it was made on.',
  alreadyAdded: 'This piece was saved already, as it was before the last changes. What you typed is kept.',
  alreadyAddedUnseen: 'This piece was saved already, and is not shown in the shop any more. What you typed is kept.',
  badIdempotencyKey: (max: number) => `An Idempotency-Key is a text in quotes: 1 to ${max} characters of ASCII.`,
  ownersOnly: 'Only the shop’s owners add pieces here. Please sign in as one of them.',
  notFound: 'There is nothing at this address.',
  otherOrigin: 'Only the shop’s own pages may ask for this.',
  methodNotAllowed: 'This address cannot be used that way.',
  bodyTooLarge: 'That is too much at once: 64 KB at most.',
  notJson: 'The body must be JSON.',
  brokenOff: 'The body broke off.',
  badFields: 'A field is missing, or is not what it must be.',
  tooManyRequests: 'Too many requests. Please wait a little and try again.',
  busy: 'The shop is busy. Please try again in a moment.',
  storageUnavailable: 'The shop cannot save right now. Please try again in a moment.',
  storageUnreadable: 'The shop cannot be read right now. Please try again in a moment.',
  storageQuota: 'The shop has used up what it may save for today. Please keep what you typed and try again tomorrow.',
  storageNotAllowed: 'The shop is not set up to save at the moment. Please tell whoever runs it.',
  storageDeadline: 'The shop did not hear in time whether it was saved. Please look at the list before you try again.',
  mailUnavailable: 'The shop cannot send mail right now. Please try again in a moment.',
  internal: 'Something went wrong on our side. Please try again.',
}
