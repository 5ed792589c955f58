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
  notCopied: 'This browser can’t copy the link: {link}',
  edit: 'Edit the piece',
  failed: 'The link couldn’t be checked: {message}',
} as const

/** Problems of a link, each with its remedy. */
export const linkFaults = {
  pageUnreachable:
    'The page couldn’t be reached ({why}). Check the domain name, the certificate and the proxy in front of the shop.',
  pageSlow: 'The page took longer than {seconds} seconds; WhatsApp doesn’t wait that long.',
  pageMoved: 'The page redirects. Set SHOP_ORIGIN to the shop’s address.',
  pageMovedTo: 'The page redirects to {to}. Set SHOP_ORIGIN to the shop’s address.',
  pageRefused:
    'The page answers WhatsApp with {status}. Let WhatsApp and facebookexternalhit through the proxy in front of the shop.',
  pageNotHtml: 'This address isn’t a web page. Check the proxy in front of the shop.',
  headTooLong: 'The page’s head is longer than {kilobytes} KB; WhatsApp reads no further.',
  noTitle: 'The link has no title. Give the piece one.',
  brandInTitle: 'The title repeats the shop’s name, {brand}. Remove it: WhatsApp names the site.',
  noDescription: 'The link has no description. Give the piece a tagline.',
  descriptionTooLong: 'The link’s description has {length} characters; WhatsApp shows about 80. Shorten the tagline.',
  urlNotStated: 'The page doesn’t state its own address.',
  urlNotCanonical: 'The page gives its address as {said}. Set SHOP_ORIGIN to the shop’s address.',
  noPicture: 'The link has no picture. Give the piece one.',
  severalPictures: 'The page names {count} pictures for its link; it must name one.',
  pictureNotAbsolute: 'The picture’s address doesn’t start with https:// or http://. Enter the whole address.',
  pictureUnreachable: 'The picture couldn’t be loaded. Add a photo of your own, or correct the address.',
  pictureUnreachableBecause: 'The picture couldn’t be loaded. {why} Add a photo of your own, or correct the address.',
  pictureSlow:
    'The picture took longer than {seconds} seconds; WhatsApp doesn’t wait that long. Add a photo of your own.',
  pictureRefused:
    'The picture’s address answers {status} instead of a picture. Add a photo of your own, or correct the address.',
  pictureTooLarge:
    'The picture is larger than {kilobytes} KB; WhatsApp leaves it out. Add a photo of your own; the shop resizes it.',
  pictureHeavy: 'The shop’s own picture for the link is larger than {kilobytes} KB and loads slowly on phones.',
  pictureNotReadable: 'The picture isn’t a JPEG, PNG or WebP. Choose another one.',
  pictureDamaged: 'The picture is damaged or incomplete. Choose another one.',
  pictureType: 'The picture is sent as {said}, but is {is}. Add a photo of your own.',
  pictureWithoutType: 'The picture is sent as no particular type, but is {is}. Add a photo of your own.',
  pictureTooSmall: 'The picture is {width} pixels wide; WhatsApp needs at least {least}. Choose a larger one.',
  pictureTooNarrow:
    'The picture is too long and narrow: one side may be at most {aspect} times the other. Crop it, or choose another one.',
  pictureNotLasting: 'The picture at this address may change; WhatsApp would keep showing the old one.',
} as const
