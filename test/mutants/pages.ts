import type { Mutant } from './mutant.ts'

const policy = {
  file: 'app/document/page-policy.test.ts',
  title: 'pagePolicy: allows nothing unsafe, and nothing by default',
}
const headers = 'src/pages/security-headers.test.ts'
const renderer = 'test/shop/renderer.test.ts'
const cache = 'test/shop/page-cache.test.ts'
const pieces = 'test/shop/pieces.test.ts'

const enquiry = 'test/shop/enquiry-list.test.ts'
const listTest = {
  file: 'src/domain/enquiry-list.test.ts',
  title: 'parseEntries › ${JSON.stringify(list.slice(0, 30))} (${list.length} characters) is no list',
}
const busy = {
  file: pieces,
  title: 'searches › an address that has used up its time is refused, apart from cached lists and the first pages',
}

const dataStream = "`/_.data%20` sends React Router's data stream as a page, and an item's text runs as a script"
const otherSpellings = 'other spellings of an address show a hidden item'
const manyRenderings = 'each query, missing address and crawler causes a rendering'
const openRedirect = "`next=/.//evil.example` leads to another host after sign-in, and from the shop's own mail"
const openedWindow = 'a page that opens the shop can access its window, or use browser features in its name'

/** Which page an address has, what pages may load, and where they lead. */
export const mutantsOfPages: readonly Mutant[] = [
  {
    row: 'request targets',
    file: 'src/web/request-target.ts',
    text: "if (isCanonical(plain)) return { kind: 'redirect'",
    replacement: "if (plain !== path) return { kind: 'redirect'",
    reason: 'any path without its trailing slash: `//evil.example/` leads to another host',
    test: {
      file: 'test/shop/fuzz-request-targets.test.ts',
      title: 'fuzzing: no request target causes a server error, a page at a wrong path or a redirect to another host',
    },
  },
  {
    row: 'pages',
    file: 'app/document/page-policy.server.ts',
    text: '    "frame-ancestors \'none\'",\n',
    replacement: '',
    reason: '`default-src` seems to cover it',
    test: policy,
  },
  {
    row: 'pages',
    file: 'app/document/page-policy.server.ts',
    text: '    `style-src ${style}`,\n',
    replacement: "    `style-src ${style} 'unsafe-inline'`,\n",
    reason: 'a style attribute is blocked',
    test: policy,
  },
  {
    row: dataStream,
    file: 'src/pages/pages.ts',
    text: 'const address = pageAddress(requested)',
    replacement: 'const address = requested',
    reason: 'the renderer has a page for missing addresses, too',
    test: { file: 'test/shop/request-targets.test.ts', title: 'no request target changes the script-src of a page' },
  },
  {
    row: otherSpellings,
    file: 'src/web/request-target.ts',
    text: 'withoutTrailingSlash(withoutEscapes(path))\n  if',
    replacement: 'withoutEscapes(path)\n  if',
    reason: 'a trailing slash is not an escape',
    test: {
      file: 'src/web/request-target.test.ts',
      title: 'readRequestTarget: other spellings are redirected to the canonical one',
    },
  },
  {
    row: otherSpellings,
    file: 'src/pages/page-cache.ts',
    text: '      searches.clear()\n',
    replacement: '',
    reason: 'only lists without a search are dropped',
    test: {
      file: pieces,
      title: 'a list of pieces › a hidden piece is in no list, at once, and a shown one in all again',
    },
  },
  {
    row: manyRenderings,
    file: 'src/domain/page-address.ts',
    text: 'return isCataloguePath(path) || path === enquiryPath ? path + query : path',
    replacement: 'return path + query',
    reason: 'every page could have a query',
    test: { file: cache, title: 'page cache › renders each path once, for crawlers and visitors and with any query' },
  },
  {
    row: manyRenderings,
    file: 'src/domain/page-address.ts',
    text: 'return isItem ? missingAddresses.item : missingAddresses.page',
    replacement: 'return isItem ? missingAddresses.item : requested',
    reason: 'missing pages are rendered one by one',
    test: { file: cache, title: 'a 404 page › is the same at every path, and does not contain the path' },
  },
  {
    row: manyRenderings,
    file: 'packages/rate-limit/src/fair-queue.ts',
    text: 'all: options.maxWaiting',
    replacement: 'all: Infinity',
    reason: 'few tasks at once seem bounded',
    test: {
      file: 'packages/rate-limit/src/fair-queue.test.ts',
      title: 'FairQueue › of one client, few tasks run at once, a bounded number waits, and more are refused',
    },
  },
  {
    row: openRedirect,
    file: 'src/domain/safe-redirect-path.ts',
    text: 'return parseUrl(path, origin)?.href === origin + path ? path : undefined',
    replacement: 'return path',
    reason: 'the whole URL was checked, the path alone was not',
    test: {
      file: 'src/domain/safe-redirect-path.test.ts',
      title: 'safeRedirectPath: for any value, the path stays on the site and is safe to resolve again',
    },
  },
  {
    row: openRedirect,
    file: 'packages/identity/src/action-codes/action-link.ts',
    text: 'return URL.parse(url.pathname + url.search + url.hash, origin)?.href === url.href',
    replacement: 'return true',
    reason: 'the origin was compared',
    test: {
      file: 'packages/identity/src/action-codes/action-link.test.ts',
      title: 'readContinueUrl: a link of ${origin} does not lead to ${value}',
    },
  },
  {
    row: openedWindow,
    file: 'src/pages/security-headers.ts',
    text: "    'Cross-Origin-Opener-Policy': 'same-origin',\n",
    replacement: "    'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',\n",
    reason: 'the sign-in window works on every page',
    test: { file: headers, title: 'securityHeaders: pages of other origins have no access to a window of the shop' },
  },
  {
    row: openedWindow,
    file: 'src/pages/security-headers.ts',
    text: "  'camera',\n",
    replacement: '',
    reason: 'a page may photograph pieces one day',
    test: {
      file: headers,
      title: 'securityHeaders: the Permissions-Policy allows sharing and writing to the clipboard only',
    },
  },
  {
    row: openedWindow,
    file: 'src/pages/security-headers.ts',
    text: "`max-age=63072000${hstsSubdomains ? '; includeSubDomains' : ''}`",
    replacement: "'max-age=63072000; includeSubDomains'",
    reason: 'a header that every guide recommends cuts off other hosts of the domain',
    test: { file: headers, title: 'securityHeaders: HSTS on https, for subdomains only if configured' },
  },
  {
    row: 'the root error page has no layout',
    file: 'app/root.tsx',
    text: '<PageFrame {...root} hasHeading>\n      {failure}\n    </PageFrame>',
    replacement: '<main id="main">{failure}</main>',
    reason: 'the frame is left to the pages',
    test: { file: renderer, title: 'renderer: the page of an unexpected error has the header and the footer' },
  },
  {
    file: 'app/editor/item-form-controller.ts',
    text: 'this.#setValues({ ...draft?.fields, ...this.#typed })',
    replacement: 'this.#setValues({ ...draft?.fields })',
    reason: 'a draft replaces what was typed before the page ran its script',
    test: {
      file: 'test/e2e/create.spec.ts',
      title: 'keeps what is typed before it signs in, which happens silently and once per browser',
    },
  },
  {
    row: 'texts of items',
    file: 'app/home/item-card.tsx',
    text: "if (words === '') return text",
    replacement: "if (words === '') return <span dangerouslySetInnerHTML={{ __html: text }} />",
    reason: 'a title is shown with `&amp;`',
    test: { file: 'test/shop/cards.test.ts', title: 'texts of an owner are shown as text, never as markup' },
  },
  {
    row: 'the address of an enquiry, which anybody can send',
    file: 'src/domain/enquiry-list.ts',
    text: '  if (parts.length > maxEntries) return undefined\n',
    replacement: '',
    reason: 'the script adds no eleventh piece',
    test: listTest,
  },
  {
    row: 'the address of an enquiry, which anybody can send',
    file: 'src/domain/enquiry-list.ts',
    text: String.raw`/^([\w-]{1,128})(?:\.(.+))?$/s`,
    replacement: String.raw`/^([^.]{1,128})(?:\.(.+))?$/s`,
    reason: 'an unknown id finds nothing anyway',
    test: listTest,
  },
  {
    row: 'the address of an enquiry, which anybody can send',
    file: 'src/domain/enquiry.ts',
    text: '(sizes.find((each) => sizeKey(each) === size) ?? null)',
    replacement: 'size',
    reason: 'a link seems to have only sizes that were chosen: the maker reads what a stranger wrote',
    test: {
      file: enquiry,
      title:
        'the page of an enquiry › says nothing of sizes that a piece does not have, and no more of unknown pieces than that they are gone',
    },
  },
  {
    row: 'the address of an enquiry, which anybody can send',
    file: 'app/visitor/enquiry/own-list.ts',
    text: '    if (!isFromOwnList()) return\n',
    replacement: '',
    reason: 'the page that is shown is what the visitor asks for',
    test: {
      file: 'test/e2e/enquiry-list.spec.ts',
      title:
        'the page of the enquiry keeps this browser’s list apart from the list of somebody else, and changes and shares it',
    },
  },
  {
    row: 'the message of an enquiry, in links',
    file: 'src/domain/contact/email.ts',
    text: String.raw`/^[\w.+-]{1,64}@`,
    replacement: '/^[^@]{1,64}@',
    reason: 'everything before the @ seems to be a name',
    test: {
      file: 'src/domain/enquiry-channels.test.ts',
      title: 'parseEmail: "${written}" is ${expected === undefined ? \'refused\' : `"${expected}"`}',
    },
  },
  {
    row: 'the message of an enquiry, in links',
    file: 'src/domain/enquiry-channels.ts',
    text: 'const body = encodeURIComponent(message)',
    replacement: 'const body = encodeURI(message)',
    reason: 'line ends and spaces are encoded all the same, and `&bcc=` in a title adds a recipient',
    test: {
      file: 'src/domain/enquiry-channels.test.ts',
      title: 'mailUrl: lines end as RFC 6068 says, and nothing in the message is another field',
    },
  },
  {
    row: 'one network’s requests for pages or photos fill the queue, and all others are refused',
    file: 'src/pages/pages.ts',
    text: "widestNetwork(context.get('clientAddress'))",
    replacement: "''",
    reason: 'the queue is bounded',
    test: {
      file: 'src/pages/pages.test.ts',
      title: 'pages for ${whom}: a network that asks for more than can wait keeps no other one from a page',
    },
  },
  {
    row: 'one network’s requests for pages or photos fill the queue, and all others are refused',
    file: 'src/pages/pages.ts',
    text: '!isBusy(error) || isOwn',
    replacement: 'error !== undefined',
    reason: 'networks take turns',
    test: {
      file: 'src/pages/pages.test.ts',
      title:
        'pages for ${whom}: clients that wait for a rendering of another network, which loses its place, share the next',
    },
  },
  {
    row: 'invented enquiries and QR codes do the same',
    file: 'src/pages/pages.ts',
    text: 'isListSearch(address) || isEnquiryList(address)',
    replacement: 'isListSearch(address)',
    reason: 'ten pieces take little time',
    test: busy,
  },
  {
    row: 'invented enquiries and QR codes do the same',
    file: 'src/pages/qr-codes.ts',
    text: 'await limit(context, async () => drawOnWhite(',
    replacement: 'await Promise.resolve(drawOnWhite(',
    reason: 'one code takes a millisecond',
    test: busy,
  },
  {
    row: 'invented enquiries and QR codes do the same',
    file: 'src/pages/pages.ts',
    text: '(isEnquiryList(requested) ? render() : share())',
    replacement: 'share()',
    reason: 'the cache has room, and shows a piece that is hidden by now',
    test: {
      file: enquiry,
      title:
        'the page of an enquiry › is not for search engines, and is not stored by the shop: it shows each change at once',
    },
  },
  {
    row: 'a hidden or changed piece is still shown in another language',
    file: 'src/pages/page-cache.ts',
    text: 'addresses.has(address) ||',
    replacement: 'addresses.has(key) ||',
    reason: 'the key looks like an address',
    test: {
      file: 'test/suites/languages.ts',
      title: 'a change of a piece shows at once in every language: on the home page, in lists and on its page',
      runBy: 'test/shop/languages.test.ts',
    },
  },
  {
    row: 'a hidden or changed piece is still shown in another language',
    file: 'src/pages/page-cache.ts',
    text: 'for (const language of languages) aliases',
    replacement: 'for (const language of languages.slice(0, 1)) aliases',
    reason: 'a piece that is shown again stays missing in other languages',
    test: {
      file: 'src/pages/page-cache.test.ts',
      title: 'several languages › invalidate: removes what a change affects in every language',
    },
  },
  {
    row: 'each query, missing address and crawler causes a rendering',
    file: 'src/pages/rendered-page.ts',
    text: "const isStream = !response.headers.has('Content-Length')",
    replacement: "const isStream = !response.headers.has('Content-Length') || headers['Cache-Control'] === 'no-store'",
    reason: 'what clients may not store seems not to be stored here either',
    test: {
      file: 'test/shop/page-cache.test.ts',
      title: 'page cache › renders each path once, for crawlers and visitors and with any query',
    },
  },
  {
    row: 'prefixes of languages fill the page cache',
    file: 'src/pages/page-cache.ts',
    text: '(languageCount > 1 ? 2 : 1)',
    replacement: 'languageCount',
    reason: 'every language seems to need as much as the first',
    test: {
      file: 'src/pages/page-cache.test.ts',
      title:
        'several languages › clear: with several languages, the cache has twice the memory; with one, it has what it had',
    },
  },
  {
    row: 'prefixes of languages fill the page cache',
    file: 'src/domain/language.ts',
    text: 'return isOwn ? { language, path: rest } : { language, path: rest, redirect: rest }',
    replacement: 'return { language, path: rest }',
    reason: 'the page is the same one',
    test: {
      file: 'src/domain/language.test.ts',
      title: 'findLanguage › the prefix of the first language, and of one that is off, redirects',
    },
  },
  {
    row: 'a redirect that a browser keeps leads in a circle once another language is the first',
    file: 'src/web/listener.ts',
    text: "'Cache-Control': 'no-store', Location",
    replacement: 'Location',
    reason: 'other redirects to a canonical path may be kept',
    test: {
      file: 'test/suites/languages.ts',
      title: 'another first language strands nobody: its prefix and that of a language that is off lead on',
      runBy: 'test/shop/languages.test.ts',
    },
  },
  {
    row: 'a redirect that a browser keeps leads in a circle once another language is the first',
    file: 'src/domain/language.ts',
    text: 'splitLanguage(rest).prefix !== undefined || makersPaths.has(rest)',
    replacement: 'makersPaths.has(rest)',
    reason: 'one prefix after the other is taken off',
    test: {
      file: 'src/domain/language.test.ts',
      title: 'findLanguage › of two prefixes, none is left out: a redirect never leads to another one',
    },
  },
  {
    row: 'a message that is too long for a messenger arrives without its end',
    file: 'src/domain/enquiry.ts',
    text: 'roomBesideMessage.chat : roomBesideMessage.mailbox',
    replacement: 'roomBesideMessage.chat : roomBesideMessage.chat',
    reason: 'a mailbox has its subject and longer line ends before the limit is reached',
    test: {
      file: 'src/domain/enquiry.test.ts',
      title:
        'enquiryMessage, in other languages › ${language}: ${count} with the title ${title.slice(0, 6)}…: it is cut, never within a character, nor ids and prices',
    },
  },
  {
    file: 'app/manage/owner-notices.tsx',
    text: 'session ? read : []',
    replacement: 'read ?? []',
    reason: 'the list waits for the notices above it, which would move its rows away from the finger',
    test: {
      file: 'test/e2e/owner-notices.spec.ts',
      title:
        '/manage: notices › move no row when they come late, and are read again, once the list is there, if they could not be',
    },
  },
  {
    file: 'app/ui/skip-link.tsx',
    text: '  event.preventDefault()\n',
    replacement: '',
    reason: 'a link does so by itself: the code of a claim is a fragment, too',
    test: {
      file: 'test/e2e/claim.spec.ts',
      title:
        '/claim › of two tabs, one claims the shop after failures that keep what is typed, and has the first steps',
    },
  },
  {
    file: 'app/manage/list/item-lists.ts',
    text: 'await fetchItem(session, id)',
    replacement: 'await fetchItem(session, id).catch(() => undefined)',
    reason: 'without an answer there is no such piece, so the list is shown, and its form opens later by itself',
    test: {
      file: 'test/e2e/manage-list.spec.ts',
      title:
        '/manage, when a piece at the address of its form could not be read › reads it again, and shows no list meanwhile',
    },
  },
]
