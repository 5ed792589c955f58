/**
 * Every word that a person can see, by the place where it is seen. Another language is another module of this shape.
 * The texts of the specification's sections 2, 5 and 8 stand here to the letter.
 */

export const site = {
  name: 'Stockinette',
  language: 'en',
  /** For search engines and link previews: about 80 characters. */
  description: 'Hand-crafted beanies, scarves and sweaters, knitted in small batches.',
  home: 'Home',
  whatsApp: 'WhatsApp',
  instagram: 'Instagram',
  addItem: 'Add item',
  skipToContent: 'Skip to content',
  mainNavigation: 'Main',
  footer: (year: number, name: string) => `${year} ${name}`,
  dismiss: 'Dismiss',
}

export const home = {
  eyebrow: 'New • Hand-crafted',
  headline: 'Warm. Minimal. Knitted.',
  sub: 'Small-batch designer pieces for cool days and cozy nights.',
  shopCollection: 'Shop Collection',
  viewAll: 'View All',
  catalogue: 'The collection',
  loading: 'Loading items…',
  empty: 'No items yet.',
  noPrice: '—',
  newItems: (count: number) => (count === 1 ? '1 new item' : `${count} new items`),
}

export const item = {
  loading: 'Loading…',
  back: '← Back',
  notFound: 'Item not found.',
  gone: 'This item is no longer here.',
  sold: 'Sold',
  backHome: 'Back home',
  size: (size: string) => `Size: ${size}`,
  color: (color: string) => `Color: ${color}`,
  priceOnRequest: 'Price on request',
  untitled: 'Untitled',
  enquire: 'Enquire on WhatsApp',
  enquireOneLikeIt: 'Ask for one like it on WhatsApp',
  photos: 'Photos',
  photosOf: (title: string) => `Photos of ${title}`,
  photo: (number: number, count: number) => `Photo ${number} of ${count}`,
  /** Stands for a photo after the first one. */
  photoOf: (title: string, number: number, count: number) => `${title}, photo ${number} of ${count}`,
  previousPhoto: '←',
  nextPhoto: '→',
}

export const enquiry = {
  greeting: (title: string, id: string) => `Hello! I'm interested in "${title}" (item ${id}).`,
  oneLikeIt: (title: string, id: string) => `Hello! I'd love one like "${title}" (item ${id}), which is sold.`,
}

export const create = {
  title: 'Create Item',
  signingIn: 'Signing in…',
  signInFailed: 'Signing in is taking longer than usual. What you type is kept; we keep trying.',
  needsScript: 'Adding an item needs JavaScript switched on in your browser.',
  labels: {
    title: 'Title',
    tagline: 'Tagline',
    price: 'Price (LKR)',
    category: 'Category',
    size: 'Size',
    color: 'Color',
    imageUrl: 'Image URL',
    description: 'Description',
  },
  placeholders: {
    category: 'Beanies / Scarves / Sweaters',
    size: 'S / M / L',
    color: 'Ivory, Navy…',
    imageUrl: 'https://example.com/beanie.jpg',
  },
  imageUrlHint: 'For a picture that is elsewhere on the web, when you choose no photos.',
  imagePreview: 'Preview of the picture',
  imageUnreadable: 'No picture could be loaded from this address.',
  ownersOnly: 'Only the shop’s owners add pieces here. If you are one of them, sign in: what you typed is kept.',
  signIn: 'Sign in',
  save: 'Save item',
  saving: 'Saving…',
  clear: 'Clear',
  added: 'Item added!',
  failed: (message: string) => `Failed to add item: ${message}`,
  seeAdded: 'See the saved piece',
  addAnother: 'Add as another piece',
  photosNotKept:
    'This browser has no room to keep your photos until the piece is saved. Please leave this page open until then.',
  noConnection: 'No connection. What you typed is kept; please try again.',
  badAnswer: 'The shop gave an answer that could not be read. Please try again.',
}

/** The page to sign in, and what stands on others once somebody is. */
export const signInPage = {
  title: 'Sign in',
  about: 'For the shop’s owners. To look around and to enquire, nobody needs an account.',
  already: 'You are signed in.',
  needsScript: 'Signing in needs JavaScript switched on in your browser.',
  labels: { email: 'E-mail address', password: 'Password' },
  action: 'Sign in',
  working: 'One moment…',
  forgotten: 'Forgot password?',
  continueWith: (provider: string) => `Continue with ${provider}`,
  noEmail: 'An e-mail address is needed.',
  noPassword: 'A password is needed.',
  resetSent: 'If there is an account with this address, a link for a new password is on its way to it.',
  next: 'Continue',
  another: 'Use another account',
  signedInAs: (email: string) => `Signed in as ${email}`,
  signOut: 'Sign out',
  signOutEverywhere: 'Sign out everywhere',
  signedOutEverywhere: 'You are signed out here, and within the hour on every other device.',
}

/** The page on which owners look after their pieces. */
export const manage = {
  title: 'Your pieces',
  needsScript: 'Managing pieces needs JavaScript switched on in your browser.',
  loading: 'Loading your pieces…',
  ownersOnly: 'This page is for the shop’s owners. Please sign in as one of them.',
  signIn: 'Sign in',
  find: 'Find a piece',
  count: (found: number, all: number) => (found === all ? `${all} pieces` : `${found} of ${all} pieces`),
  more: (count: number) => `And ${count} more. Type a word of the one that you look for.`,
  empty: 'No pieces yet.',
  sold: 'Sold',
  hidden: 'Hidden',
  removed: 'Removed',
  goneFrom: (day: string) => `Gone for good from ${day} on.`,
  edit: 'Edit',
  markSold: 'Mark as sold',
  markUnsold: 'Not sold after all',
  hide: 'Hide',
  show: 'Show again',
  remove: 'Remove',
  restore: 'Undo remove',
  of: (action: string, title: string) => `${action}: ${title}`,
  editTitle: (title: string) => `Edit ${title}`,
  save: 'Save changes',
  saved: 'Changes saved.',
  cancel: 'Cancel',
  failed: (message: string) => `Not done: ${message}`,
  changed: (state: string) =>
    `Somebody else has changed this piece meanwhile${state && `; it is now ${state}`}. What they wrote stands beside ` +
    'each field that they changed. What you typed is still there: save again to keep it.',
  meanwhile: (value: string) => (value === '' ? 'They left this empty.' : `They wrote: ${value}`),
  meanwhilePhotos: 'They chose other photos, or another order.',
  changedRow: 'Somebody else has changed this piece meanwhile. Here it is as it is now; please try again.',
  states: { sold: 'sold', hidden: 'hidden', removed: 'removed' },
}

/** What is said of a sign-in that failed; `app/browser/reactions.ts` tells when. */
export const signIn = {
  failed: 'Signing in did not work. Please try again.',
  popupBlocked: 'Your browser kept the sign-in window closed. Please allow it for this shop and try again.',
  popupClosed: 'The sign-in window was closed before it was done. Please try again.',
  cancelled: 'Signing in was cancelled. Please try again, or sign in another way.',
  wrongCredentials: 'This sign-in was not accepted. Please check what you entered and try again.',
  badEmail: 'This is not an e-mail address. Please check it and try again.',
  noPassword: 'A password is needed.',
  weakPassword: 'This password is too easy to guess. Please choose a longer one with more kinds of characters.',
  emailTaken: 'There is an account with this e-mail address already. Sign in with it, or use another address.',
  otherWay: 'This e-mail address signs in another way here. Please use the way that you used before.',
  linkedElsewhere: 'This sign-in belongs to an account already. Please sign in with it.',
  wrongAccount: 'That was another account. Please sign in with the one that you use here.',
  wrongCode: 'This code is not right. Please check it and try again.',
  ended: 'You have been signed out. Please sign in again.',
  tooLongAgo: 'You signed in a while ago. Please sign in again, to be sure that it is you.',
  secondFactor: 'This account asks for a second step, which this shop does not have. Please sign in another way.',
  linkSpent: 'This link or code is used up or too old. Please ask for a new one.',
  interrupted: 'Signing in was interrupted. Please start again.',
  noStorage: 'Your browser keeps nothing for this shop. Please allow it to store data, and open the page again.',
  oldBrowser: 'Your browser cannot sign in this way. Please start again in another one.',
  tooMany: 'That was too often in a short time. Please wait a few minutes.',
  disabled: 'This account has been switched off. Please write to the shop.',
  unverified: 'Please open the link in the e-mail that was sent to you first.',
  notSetUp: 'Signing in this way does not work here at the moment. Please tell the shop.',
}

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
}

/** What is said of a photo that the shop does not take. */
export const photoRules = {
  tooLarge: (megabytes: number) => `This photo is too large: ${megabytes} MB at most.`,
  empty: 'This photo is empty. Please choose another one.',
  notAPhoto: 'This is not a photo that the shop can read. Please choose a JPEG, PNG, WebP, AVIF or GIF.',
  heic:
    'This photo is in Apple’s HEIC format, which the shop cannot read. On an iPhone, choose “Most Compatible” under ' +
    'Settings, Camera, Formats, or send it as a JPEG.',
  damaged: 'This photo is damaged or not complete. Please choose it again, or another one.',
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
  notPhotos: 'Photos are a list of photos that were sent to this shop.',
  tooMany: (max: number) => `These are too many photos: ${max} at most.`,
  notThere: 'A photo of this piece is no longer here. Please choose it again.',
}

/** The field in which photos are picked. */
export const photoField = {
  legend: 'Photos',
  about: (max: number) => `Up to ${max}. The first one is the one that is shown first.`,
  choose: 'Choose photos',
  take: 'Take a photo',
  photo: (number: number) => `Photo ${number}`,
  shownFirst: 'Shown first',
  earlier: 'Earlier',
  later: 'Later',
  remove: 'Remove',
  tryAgain: 'Try again',
  of: (action: string, number: number) => `${action}: photo ${number}`,
  preparing: 'Making it smaller…',
  sending: (percent: number) => `Sending… ${percent} %`,
  waiting: 'Waiting for the connection. It goes on by itself.',
  moved: (number: number, count: number) => `Moved: now photo ${number} of ${count}.`,
  removed: (count: number) => (count === 1 ? 'Removed. One photo is left.' : `Removed. ${count} photos are left.`),
  tooMany: (max: number) => `A piece has ${max} photos at most: those beyond the first ${max} were not taken.`,
  twice: 'This photo is here already.',
  problem: (name: string, words: string) => `${name}: ${words}`,
  failed: (number: number, words: string) => `Photo ${number} could not be sent. ${words}`,
  arrived: (count: number, all: number) => `Photos at the shop: ${count} of ${all}.`,
}

/** What is said of an address of a picture elsewhere, of which the shop would keep a copy. */
export const pictureCopy = {
  badAddress: 'A picture’s address starts with https:// or http:// and names no other port.',
  notPublic: 'This address is not on the public web.',
  unreachable: 'No picture could be fetched from this address.',
  tooSlow: 'The picture’s server took too long.',
  tooManyRedirects: 'This address leads from one to the next without an end.',
}

/** How a link looks where it is shared, and what is said of one that does not look as it should. */
export const linkPreview = {
  title: 'Link preview',
  about: 'This is how the link looks in WhatsApp.',
  asking: 'Looking at the link as WhatsApp does…',
  allWell: 'All is well with it.',
  faults: 'What is not as it should be:',
  failed: (message: string) => `The link could not be looked at: ${message}`,
}

/** What is wrong with a link, and what to do about it. */
export const linkFaults = {
  pageUnreachable: (why: string) =>
    `The page could not be reached (${why}). Look at the domain name, the certificate and what stands before the shop.`,
  pageSlow: (seconds: number) => `The page took longer than ${seconds} seconds: WhatsApp does not wait for it.`,
  pageMoved: (to: string) =>
    `The page sends visitors on${to && ` to ${to}`}. Set SHOP_ORIGIN to the address at which the shop is.`,
  pageRefused: (status: number) =>
    `The page answers WhatsApp with ${status}. Let what stands before the shop ask nothing of WhatsApp and facebookexternalhit.`,
  pageNotHtml: 'What is at this address is no web page. Look at what stands before the shop.',
  headTooLong: (kilobytes: number) =>
    `The page’s head does not end within its first ${kilobytes} KB, which is all that WhatsApp reads.`,
  noTitle: 'The link has no title. Give the piece one.',
  brandInTitle: (brand: string) => `The title repeats the shop’s name, ${brand}. Take it out: WhatsApp names the site.`,
  noDescription: 'The link has no description. Give the piece a tagline.',
  descriptionTooLong: (length: number) =>
    `The link’s description has ${length} characters; WhatsApp shows about 80. Make the tagline shorter.`,
  urlNotCanonical: (said: string) =>
    said === ''
      ? 'The page does not say its own address.'
      : `The page says that its address is ${said}. Set SHOP_ORIGIN to the address at which the shop is.`,
  noPicture: 'The link has no picture. Give the piece one.',
  severalPictures: (count: number) => `The page names ${count} pictures for its link, where there must be one.`,
  pictureNotAbsolute: 'The picture’s address does not start with https:// or http://. Enter all of it.',
  pictureUnreachable: (why: string) =>
    `The picture cannot be had: ${why} Add a photo of your own, or correct the address.`,
  pictureSlow: (seconds: number) =>
    `The picture took longer than ${seconds} seconds: WhatsApp does not wait for it. Add a photo of your own.`,
  pictureRefused: (status: number) =>
    `The picture’s address answers ${status} instead of a picture. Add a photo of your own, or correct the address.`,
  pictureTooLarge: (kilobytes: number) =>
    `The picture has more than ${kilobytes} KB: WhatsApp leaves it out. Add a photo of your own; the shop makes it smaller.`,
  pictureHeavy: (kilobytes: number) =>
    `The shop’s own picture for the link has more than ${kilobytes} KB and comes late on slow phones.`,
  pictureNotReadable: 'What is at the picture’s address is no JPEG, PNG or WebP. Choose another one.',
  pictureDamaged: 'The picture is damaged or not complete. Choose another one.',
  pictureType: (said: string, is: string) =>
    `The picture is sent as ${said || 'nothing in particular'}, but is ${is}. Add a photo of your own.`,
  pictureTooSmall: (width: number, least: number) =>
    `The picture is ${width} pixels wide; WhatsApp needs ${least} or more. Choose a larger one.`,
  pictureTooNarrow: (aspect: number) =>
    `The picture is too long and narrow: one side may be at most ${aspect} times the other. Crop it, or choose another one.`,
  pictureNotLasting: 'The picture may change under the same address, and WhatsApp would go on showing the old one.',
}

/** Letters with a link in them, by the `mode` of that link. */
export const mail = {
  greeting: 'Hello,',
  letters: {
    resetPassword: {
      subject: (shop: string) => `Set a new password for ${shop}`,
      body: (shop: string) =>
        `Somebody asked for a new password for your account at ${shop}. To choose one, open this link within an hour:`,
      action: 'Choose a new password',
      ending: 'If it was not you, you need not do anything: your password stays as it is.',
    },
    verifyEmail: {
      subject: (shop: string) => `Confirm your e-mail address for ${shop}`,
      body: (shop: string) =>
        `To confirm that this is the address of your account at ${shop}, open this link within three days:`,
      action: 'Confirm this address',
      ending: 'If you have no account there, you need not do anything.',
    },
    signIn: {
      subject: (shop: string) => `Sign in to ${shop}`,
      body: (shop: string) => `To sign in to ${shop}, open this link within an hour:`,
      action: 'Sign in',
      ending: 'If you did not ask for it, you need not do anything: nobody is signed in without this link.',
    },
    verifyAndChangeEmail: {
      subject: (shop: string) => `Confirm your new e-mail address for ${shop}`,
      body: (shop: string, newEmail: string) =>
        `To sign in to ${shop} with ${newEmail} from now on, open this link within a day:`,
      action: 'Use this address',
      ending: 'If you did not ask for it, you need not do anything.',
    },
    recoverEmail: {
      subject: (shop: string) => `Your e-mail address for ${shop} was changed`,
      body: (shop: string, newEmail: string) =>
        `Your account at ${shop} now has the address ${newEmail}. If it was not you who changed it, take your account ` +
        'back with this link within 30 days:',
      action: 'Take my account back',
      ending: 'If it was you, you need not do anything.',
    },
  },
}

/** The page that links in letters lead to. */
export const accountAction = {
  title: 'Your account',
  needsScript: 'This page needs JavaScript switched on in your browser.',
  loading: 'Looking at your link…',
  working: 'One moment…',
  incomplete: 'This link is not complete. Please open it from the mail again, or copy all of it.',
  noPassword: 'A password is needed.',
  noEmail: 'An e-mail address is needed.',
  next: 'Continue',
  labels: { password: 'New password', email: 'E-mail address' },
  policy: {
    minLength: (count: number) => `at least ${count} characters`,
    maxLength: (count: number) => `at most ${count} characters`,
    lowercase: 'a small letter',
    uppercase: 'a capital letter',
    digit: 'a digit',
    other: 'a character that is neither letter nor digit',
    needs: (parts: string) => `It needs ${parts}.`,
  },
  resetPassword: {
    title: 'Choose a new password',
    about: (email: string) => `For the account of ${email}.`,
    action: 'Save password',
    done: 'Your new password is saved. You can sign in with it now.',
  },
  verifyEmail: {
    title: 'Confirm your e-mail address',
    about: (email: string) => `Your account has the address ${email}.`,
    action: 'Confirm this address',
    done: 'Your e-mail address is confirmed.',
  },
  verifyAndChangeEmail: {
    title: 'Use another e-mail address',
    about: (email: string) => `From now on you sign in with ${email}.`,
    action: 'Use this address',
    done: 'Your e-mail address is changed. Please sign in with it.',
  },
  recoverEmail: {
    title: 'Take your account back',
    about: (email: string) => `Your account gets the address ${email} again, and everybody is signed out of it.`,
    action: 'Take my account back',
    done: 'Your account has its address again.',
    newPassword: 'If somebody else knows your password, choose a new one.',
    sendReset: 'Send me a link for a new password',
    resetSent: 'The link for a new password is on its way to you.',
  },
  signIn: {
    title: 'Sign in',
    about: () => 'Enter the address that the link was sent to.',
    action: 'Sign in',
    done: 'You are signed in.',
  },
}

export const live = {
  connected: 'Preview backend running in this workspace.',
  disconnected: 'Preview backend disconnected.',
}

export const problems = {
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
  badFields: 'A field is missing, or is not what it must be.',
  tooManyRequests: 'Too many requests. Please wait a little and try again.',
  storageUnavailable: 'The shop cannot save right now. Please try again in a moment.',
  storageUnreadable: 'The shop cannot be read right now. Please try again in a moment.',
  storageQuota: 'The shop has used up what it may save for today. Please keep what you typed and try again tomorrow.',
  storageNotAllowed: 'The shop is not set up to save at the moment. Please tell whoever runs it.',
  storageDeadline: 'The shop did not hear in time whether it was saved. Please look at the list before you try again.',
  providerUnavailable: 'Whom you sign in with cannot be reached right now. Please try again in a moment.',
  notSignedOutEverywhere: 'You could not be signed out everywhere right now. Please try again, or tell the shop.',
  mailUnavailable: 'The shop cannot send mail right now. Please try again in a moment.',
  internal: 'Something went wrong on our side. Please try again.',
  pageFailed: 'This page could not be shown. Please try again.',
}
