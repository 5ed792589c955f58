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
  /** The line on every page; what owners write themselves follows. */
  notice: {
    label: 'Notice',
    closed: (day: string | null) => (day === null ? 'We’re closed for now.' : `We’re closed until ${day}.`),
    madeToOrder: (weeks: number | null) =>
      weeks === null ? 'Everything is made to order.' : `Everything is made to order, ready in ${inWeeks(weeks)}.`,
    orderBy: (day: string) => `Order by ${day}.`,
    text: (text: string) => text,
  },
  /** In place of a picture that cannot be loaded, next to its title. */
  brokenPicture: 'No picture',
  /** In place of a picture that cannot be loaded now. */
  offlinePicture: 'Offline',
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
  maker: 'Who makes this',
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

export const item = {
  ...navigation,
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
  madeToOrder: 'Made to order',
  readyIn: (weeks: number) => (weeks === 1 ? 'Ready in about a week' : `Ready in about ${weeks} weeks`),
  delivery: 'Delivery and payment',
  maker: home.maker,
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
  greeting: (title: string, id: string) => `Hello! I'm interested in "${title}" (item ${id}).`,
  toBeNext: (title: string, id: string) =>
    `Hello! I'm interested in "${title}" (item ${id}). I know that it is reserved: may I be next?`,
  oneLikeIt: (title: string, id: string) =>
    `Hello! I'd love one like "${title}" (item ${id}), which has been sold. Could you make another?`,
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
}

function inWeeks(weeks: number): string {
  return weeks === 1 ? 'about a week' : `about ${weeks} weeks`
}

export const live = {
  connected: 'Preview backend running in this workspace.',
  disconnected: 'Preview backend disconnected.',
  /** Outside of a preview environment. */
  connectionLost: 'No connection right now. This page will catch up by itself.',
}
