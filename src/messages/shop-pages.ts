import type { Language } from '../domain/language.ts'

export const site = {
  name: 'Stockinette',
  language: 'en' as Language,
  /** For dates: 22 December. */
  dateLocale: 'en-GB',
  /** For search engines and link previews: about 80 characters. */
  description: 'Hand-crafted beanies, scarves and sweaters, knitted in small batches.',
  home: 'Home',
  whatsApp: 'WhatsApp',
  instagram: 'Instagram',
  addItem: 'Add item',
  /** In the header, for owners. */
  manage: 'Manage',
  skipToContent: 'Skip to content',
  mainNavigation: 'Main',
  /** The links to the same page in other languages. */
  languages: 'Language',
  contact: 'Contact',
  whatsAppNumber: 'WhatsApp {number}',
  instagramProfile: 'Instagram @{name}',
  footer: '{year} {name}',
  dismiss: 'Dismiss',
  tryAgain: 'Try again',
  /** In place of a picture that cannot be loaded, next to its title. */
  brokenPicture: 'No picture',
  /** In place of a picture that cannot be loaded now. */
  offlinePicture: 'Offline',
} as const

/** The line on every page; what owners write themselves follows. */
export const notice = {
  label: 'Notice',
  closed: 'We’re closed for now.',
  closedUntil: 'We’re closed until {day}.',
  madeToOrder: 'Everything is made to order.',
  /** By the number of weeks. */
  madeToOrderIn: {
    one: 'Everything is made to order, ready in about a week.',
    other: 'Everything is made to order, ready in about {count} weeks.',
  },
  orderBy: 'Order by {day}.',
  text: '{text}',
} as const

const maker = 'Who makes this'

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
  maker,
  delivery: 'Delivery and payment',
  readMore: 'Read more',
  newItems: { one: '1 new item', other: '{count} new items' },
} as const

/** Links back to the shop. */
export const navigation = {
  back: '← Back',
  backHome: 'Back home',
} as const

/** How a piece is made, paid and delivered: the owner's preview of her settings shows these too. */
export const terms = {
  madeToOrder: 'Made to order',
  /** By the number of weeks. */
  readyIn: { one: 'Ready in about a week', other: 'Ready in about {count} weeks' },
  delivery: 'Delivery and payment',
  /** Where payment has a text of its own. */
  deliveryAlone: 'Delivery',
  payment: 'Payment',
  returns: 'Returns',
} as const

/** What the piece is made of and how to treat it: its editor has fields of these names. */
export const facts = {
  yarn: 'Yarn',
  measurements: 'Measurements',
  washing: 'Washing',
  care: 'Care',
} as const

export const item = {
  ...navigation,
  ...terms,
  facts,
  loading: 'Loading…',
  notFound: 'Item not found.',
  gone: 'This piece is no longer available.',
  sold: 'Sold',
  reserved: 'Reserved',
  size: 'Size: {size}',
  color: 'Color: {color}',
  priceOnRequest: 'Price on request',
  untitled: 'Untitled',
  enquire: 'Enquire on WhatsApp',
  /** In place of the link, in a shop without a number. */
  noEnquiries: 'You can’t enquire on WhatsApp yet. Please come back soon.',
  enquireToBeNext: 'Ask to be next on WhatsApp',
  enquireOneLikeIt: 'Ask for one like this on WhatsApp',
  photos: 'Photos',
  photosOf: 'Photos of {title}',
  photo: 'Photo {number} of {count}',
  /** The alternative text of a photo after the first. */
  photoOf: '{title}, photo {number} of {count}',
  previousPhoto: '←',
  nextPhoto: '→',
  enlarge: 'Enlarge picture',
  enlargeOneOf: 'Enlarge picture {number} of {count}',
  /** Buttons of the enlarged photos. */
  lightbox: { close: 'Close', previous: 'Previous photo', next: 'Next photo', photoCount: '{number} of {count}' },
  /** A link for each size, where no script runs. */
  askForSize: 'Ask for {size}',
  videoCall: 'Ask for a video call',
  askForVideoCall: 'Ask for it on WhatsApp',
  howToMeasure: 'How to measure',
  maker,
  share: 'Share',
  linkCopied: 'Link copied.',
  /** An open page has changed. */
  updated: 'This piece has just been updated.',
  edit: 'Edit this piece',
  more: 'More pieces',
} as const

const interested = `Hello! I'm interested in "{title}" (item {id}).`

export const enquiry = {
  language: site.language,
  greeting: {
    available: interested,
    madeToOrder: interested,
    reserved: `${interested} I know that it is reserved: may I be next?`,
    sold: 'Hello! I\'d love one like "{title}" (item {id}), which has been sold. Could you make another?',
  },
  greetingForSeveral: "Hello! I'm interested in these {count} pieces:",
  asked: {
    available: '',
    madeToOrder: '',
    reserved: 'reserved: may I be next?',
    sold: 'sold: could you make another?',
  },
  quoted: '"{title}"',
  size: 'Size: {size}',
  price: 'Price: {price}',
  /** A customer has read the notice. */
  notice: {
    closed: 'I know that you are closed for now.',
    closedUntil: 'I know that you are closed until {day}.',
    madeToOrder: 'I know that you make it to order.',
    madeToOrderIn: {
      one: 'I know that you make it to order, in about a week.',
      other: 'I know that you make it to order, in about {count} weeks.',
    },
    orderBy: 'I know that you take orders until {day}.',
    text: 'I have read: “{text}”',
  },
  videoCall: 'Hello! Could you show me "{title}" (item {id}) in a video call?',
} as const

/** Ways to send an enquiry, on the page of an item and on that of several. */
export const channels = {
  others: 'Other ways to ask',
  call: 'Call {number}',
  email: 'Write an e-mail',
  subject: 'Enquiry',
  message: 'Your message',
  copy: 'Copy the message',
  copied: 'Copied.',
  qrCode: 'Scan this to open the piece on your phone',
} as const

/** The page of an enquiry about several pieces, and its buttons elsewhere. */
export const enquiryList = {
  title: 'Your enquiry',
  /** In the header, next to the number of pieces. */
  link: 'Enquiry',
  add: 'Add to enquiry',
  remove: 'In enquiry',
  loading: 'Loading…',
  failed: 'We couldn’t load these pieces. Please try again in a few minutes.',
  empty: 'There are no pieces in your enquiry yet. Add some, and ask about all of them at once.',
  needsScript:
    'To ask about several pieces at once, turn on JavaScript in your browser. Each piece can be asked about on its own.',
  seePieces: 'See all pieces',
  gone: 'This piece is no longer available.',
  /** A size, for those who do not see that it is chosen. */
  chosenSize: '{size}, chosen',
  chooseSize: 'Choose a size',
  sizeOf: '{size}: {title}',
  removePiece: 'Remove',
  of: '{action}: {title}',
  removed: '“{title}” was removed.',
  removedGone: 'A piece was removed.',
  undo: 'Undo',
  count: { one: '1 piece', other: '{count} pieces' },
  total: 'Total: {price}',
  /** Of some pieces the price is not known. */
  totalOfKnown: 'Total without prices on request: {price}',
  full: '{max} pieces is the most for one enquiry. Remove one to add another.',
  send: 'Enquire on WhatsApp',
  share: 'Share this list',
  linkCopied: 'Link copied.',
} as const

export const live = {
  connected: 'Preview backend running in this workspace.',
  disconnected: 'Preview backend disconnected.',
  /** Outside of a preview environment. */
  connectionLost: 'No connection right now. This page will catch up by itself.',
} as const
