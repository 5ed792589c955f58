export const site = {
  name: 'Stockinette',
  language: 'en',
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
  contact: 'Contact',
  whatsAppNumber: (number: string) => `WhatsApp ${number}`,
  instagramProfile: (name: string) => `Instagram @${name}`,
  footer: (year: number, name: string) => `${year} ${name}`,
  dismiss: 'Dismiss',
  /** In place of a picture that cannot be loaded, next to its title. */
  brokenPicture: 'No picture',
  /** In place of a picture that cannot be loaded now. */
  offlinePicture: 'Offline',
}

/** The line on every page; what owners write themselves follows. */
export const notice = {
  label: 'Notice',
  closed: (day: string | null) => (day === null ? 'We’re closed for now.' : `We’re closed until ${day}.`),
  madeToOrder: (weeks: number | null) =>
    weeks === null ? 'Everything is made to order.' : `Everything is made to order, ready in ${inWeeks(weeks)}.`,
  orderBy: (day: string) => `Order by ${day}.`,
  text: (text: string) => text,
}

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
  /** By plural rule (`Intl.PluralRules`); `#` is the number. */
  newItems: { one: '1 new item', other: '# new items' },
}

/** Links back to the shop. */
export const navigation = {
  back: '← Back',
  backHome: 'Back home',
}

/** How a piece is made, paid and delivered: the owner's preview of her settings shows these too. */
export const terms = {
  madeToOrder: 'Made to order',
  readyIn: (weeks: number) => (weeks === 1 ? 'Ready in about a week' : `Ready in about ${weeks} weeks`),
  delivery: 'Delivery and payment',
  /** Where payment has a text of its own. */
  deliveryAlone: 'Delivery',
  payment: 'Payment',
  returns: 'Returns',
}

export const item = {
  ...navigation,
  ...terms,
  loading: 'Loading…',
  notFound: 'Item not found.',
  gone: 'This piece is no longer available.',
  sold: 'Sold',
  reserved: 'Reserved',
  size: (size: string) => `Size: ${size}`,
  color: (color: string) => `Color: ${color}`,
  priceOnRequest: 'Price on request',
  untitled: 'Untitled',
  enquire: 'Enquire on WhatsApp',
  /** In place of the link, in a shop without a number. */
  noEnquiries: 'You can’t enquire on WhatsApp yet. Please come back soon.',
  enquireToBeNext: 'Ask to be next on WhatsApp',
  enquireOneLikeIt: 'Ask for one like this on WhatsApp',
  photos: 'Photos',
  photosOf: (title: string) => `Photos of ${title}`,
  photo: (number: number, count: number) => `Photo ${number} of ${count}`,
  /** The alternative text of a photo after the first. */
  photoOf: (title: string, number: number, count: number) => `${title}, photo ${number} of ${count}`,
  previousPhoto: '←',
  nextPhoto: '→',
  enlarge: (number: number, count: number) =>
    count === 1 ? 'Enlarge picture' : `Enlarge picture ${number} of ${count}`,
  /** Buttons of the enlarged photos. */
  lightbox: { close: 'Close', previous: 'Previous photo', next: 'Next photo', photoCount: '# of ##' },
  /** A link for each size, where no script runs. */
  askForSize: (size: string) => `Ask for ${size}`,
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
}

export const enquiry = {
  /** For the days in `notice`. */
  dateLocale: site.dateLocale,
  greeting: {
    available: interested,
    madeToOrder: interested,
    reserved: (title: string, id: string) => `${interested(title, id)} I know that it is reserved: may I be next?`,
    sold: (title: string, id: string) =>
      `Hello! I'd love one like "${title}" (item ${id}), which has been sold. Could you make another?`,
  },
  greetingForSeveral: (count: number) => `Hello! I'm interested in these ${count} pieces:`,
  asked: {
    available: '',
    madeToOrder: '',
    reserved: 'reserved: may I be next?',
    sold: 'sold: could you make another?',
  },
  quoted: (title: string) => `"${title}"`,
  size: (size: string) => `Size: ${size}`,
  price: (price: string) => `Price: ${price}`,
  /** A customer has read the notice. */
  notice: {
    closed: (day: string | null) =>
      day === null ? 'I know that you are closed for now.' : `I know that you are closed until ${day}.`,
    madeToOrder: (weeks: number | null) =>
      weeks === null ? 'I know that you make it to order.' : `I know that you make it to order, in ${inWeeks(weeks)}.`,
    orderBy: (day: string) => `I know that you take orders until ${day}.`,
    text: (text: string) => `I have read: “${text}”`,
  },
  videoCall: (title: string, id: string) => `Hello! Could you show me "${title}" (item ${id}) in a video call?`,
}

function interested(title: string, id: string): string {
  return `Hello! I'm interested in "${title}" (item ${id}).`
}

function inWeeks(weeks: number): string {
  return weeks === 1 ? 'about a week' : `about ${weeks} weeks`
}

/** Ways to send an enquiry, on the page of an item and on that of several. */
export const channels = {
  others: 'Other ways to ask',
  call: (number: string) => `Call ${number}`,
  email: 'Write an e-mail',
  subject: 'Enquiry',
  message: 'Your message',
  copy: 'Copy the message',
  copied: 'Copied.',
  qrCode: 'Scan this to open the piece on your phone',
}

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
  chosenSize: (size: string) => `${size}, chosen`,
  chooseSize: 'Choose a size',
  sizeOf: (size: string, title: string) => `${size}: ${title}`,
  removePiece: 'Remove',
  of: (action: string, title: string) => `${action}: ${title}`,
  removed: (title: string) => `“${title}” was removed.`,
  removedGone: 'A piece was removed.',
  undo: 'Undo',
  count: (total: number) => (total === 1 ? '1 piece' : `${total} pieces`),
  total: (price: string) => `Total: ${price}`,
  /** Of some pieces the price is not known. */
  totalOfKnown: (price: string) => `Total without prices on request: ${price}`,
  full: (most: number) => `${most} pieces is the most for one enquiry. Remove one to add another.`,
  send: 'Enquire on WhatsApp',
  share: 'Share this list',
  linkCopied: 'Link copied.',
}

export const live = {
  connected: 'Preview backend running in this workspace.',
  disconnected: 'Preview backend disconnected.',
  /** Outside of a preview environment. */
  connectionLost: 'No connection right now. This page will catch up by itself.',
}
