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
  backHome: 'Back home',
  size: (size: string) => `Size: ${size}`,
  color: (color: string) => `Color: ${color}`,
  priceOnRequest: 'Price on request',
  enquire: 'Enquire on WhatsApp',
}

export const enquiry = {
  greeting: (title: string, id: string) => `Hello! I'm interested in "${title}" (item ${id}).`,
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
  imagePreview: 'Preview of the picture',
  imageUnreadable: 'No picture could be loaded from this address.',
  save: 'Save item',
  saving: 'Saving…',
  clear: 'Clear',
  added: 'Item added!',
  failed: (message: string) => `Failed to add item: ${message}`,
  noConnection: 'No connection. What you typed is kept; please try again.',
  badAnswer: 'The shop gave an answer that could not be read. Please try again.',
}

/** What is said of a sign-in that failed; `app/browser/reactions.ts` tells when. */
export const signIn = {
  failed: 'Signing in did not work. Please try again.',
  popupBlocked: 'Your browser kept the sign-in window closed. Please allow it for this shop and try again.',
  popupClosed: 'The sign-in window was closed before it was done. Please try again.',
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
  notAnItem: 'An item is an object with a title and an imageUrl.',
  notText: 'This must be text.',
  tooLong: (max: number) => `This is too long: ${max} characters at most.`,
  notAnImageUrl: 'An image address starts with https:// or http://.',
  notAPrice: 'A price is a number that is not negative, such as 12,500.',
}

export const live = {
  connected: 'Preview backend running in this workspace.',
  disconnected: 'Preview backend disconnected.',
}

export const problems = {
  notFound: 'There is nothing at this address.',
  otherOrigin: 'Only the shop’s own pages may ask for this.',
  methodNotAllowed: 'This address cannot be used that way.',
  bodyTooLarge: 'That is too much at once: 64 KB at most.',
  notJson: 'The body must be JSON.',
  tooManyRequests: 'Too many requests. Please wait a little and try again.',
  storageUnavailable: 'The shop cannot save right now. Please try again in a moment.',
  providerUnavailable: 'Whom you sign in with cannot be reached right now. Please try again in a moment.',
  internal: 'Something went wrong on our side. Please try again.',
  pageFailed: 'This page could not be shown. Please try again.',
}
