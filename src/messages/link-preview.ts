/** How a link looks where it is shared. */
export const linkPreview = {
  title: 'Link preview',
  about: 'This is how the link looks in WhatsApp.',
  asking: 'Checking the link…',
  allWell: 'No problems found.',
  allElseWell: 'No other problems found.',
  localOnly: 'WhatsApp can’t reach it yet: this shop is only on this computer.',
  faults: 'Needs fixing:',
  close: 'Close link preview',
  share: 'Share',
  copy: 'Copy link',
  copied: 'Link copied.',
  notCopied: (link: string) => `This browser can’t copy the link: ${link}`,
  edit: 'Edit the piece',
  failed: (message: string) => `The link couldn’t be checked: ${message}`,
}

/** Problems of a link, each with its remedy. */
export const linkFaults = {
  pageUnreachable: (why: string) =>
    `The page couldn’t be reached (${why}). Check the domain name, the certificate and the proxy in front of the shop.`,
  pageSlow: (seconds: number) => `The page took longer than ${seconds} seconds; WhatsApp doesn’t wait that long.`,
  pageMoved: (to: string) => `The page redirects${to && ` to ${to}`}. Set SHOP_ORIGIN to the shop’s address.`,
  pageRefused: (status: number) =>
    `The page answers WhatsApp with ${status}. Let WhatsApp and facebookexternalhit through the proxy in front of the shop.`,
  pageNotHtml: 'This address isn’t a web page. Check the proxy in front of the shop.',
  headTooLong: (kilobytes: number) => `The page’s head is longer than ${kilobytes} KB; WhatsApp reads no further.`,
  noTitle: 'The link has no title. Give the piece one.',
  brandInTitle: (brand: string) => `The title repeats the shop’s name, ${brand}. Remove it: WhatsApp names the site.`,
  noDescription: 'The link has no description. Give the piece a tagline.',
  descriptionTooLong: (length: number) =>
    `The link’s description has ${length} characters; WhatsApp shows about 80. Shorten the tagline.`,
  urlNotCanonical: (said: string) =>
    said === ''
      ? 'The page doesn’t state its own address.'
      : `The page gives its address as ${said}. Set SHOP_ORIGIN to the shop’s address.`,
  noPicture: 'The link has no picture. Give the piece one.',
  severalPictures: (count: number) => `The page names ${count} pictures for its link; it must name one.`,
  pictureNotAbsolute: 'The picture’s address doesn’t start with https:// or http://. Enter the whole address.',
  pictureUnreachable: (why: string) =>
    `The picture couldn’t be loaded. ${why}${why && ' '}Add a photo of your own, or correct the address.`,
  pictureSlow: (seconds: number) =>
    `The picture took longer than ${seconds} seconds; WhatsApp doesn’t wait that long. Add a photo of your own.`,
  pictureRefused: (status: number) =>
    `The picture’s address answers ${status} instead of a picture. Add a photo of your own, or correct the address.`,
  pictureTooLarge: (kilobytes: number) =>
    `The picture is larger than ${kilobytes} KB; WhatsApp leaves it out. Add a photo of your own; the shop resizes it.`,
  pictureHeavy: (kilobytes: number) =>
    `The shop’s own picture for the link is larger than ${kilobytes} KB and loads slowly on phones.`,
  pictureNotReadable: 'The picture isn’t a JPEG, PNG or WebP. Choose another one.',
  pictureDamaged: 'The picture is damaged or incomplete. Choose another one.',
  pictureType: (said: string, is: string) =>
    `The picture is sent as ${said || 'no particular type'}, but is ${is}. Add a photo of your own.`,
  pictureTooSmall: (width: number, least: number) =>
    `The picture is ${width} pixels wide; WhatsApp needs at least ${least}. Choose a larger one.`,
  pictureTooNarrow: (aspect: number) =>
    `The picture is too long and narrow: one side may be at most ${aspect} times the other. Crop it, or choose another one.`,
  pictureNotLasting: 'The picture at this address may change; WhatsApp would keep showing the old one.',
}
