/** How a link looks where it is shared, and what is said of one that does not look as it should. */
export const linkPreview = {
  title: 'Link preview',
  about: 'This is how the link looks in WhatsApp.',
  asking: 'Looking at the link as WhatsApp does…',
  allWell: 'All is well with it.',
  faults: 'What is not as it should be:',
  edit: 'Edit the piece',
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
