import type { Mutant } from './mutant.ts'

const limits = 'src/web/shop-limits.ts'
const limitsTest = 'src/web/shop-limits.test.ts'
const uploads = 'src/photos/uploads.ts'
const uploadsTest = 'src/photos/uploads.test.ts'

const limitsTable = {
  file: 'src/web/http-server.test.ts',
  title: 'limitsOf › of ${memoryBytes / 1024 ** 2} MiB and ${maxOpenFiles} file descriptors',
}

/** What one client may take of the processor, the memory and the connections. */
export const mutantsOfMemory: readonly Mutant[] = [
  {
    row: 'a price of 60,000 spaces blocks the process for seconds',
    file: 'src/domain/money.ts',
    text: 'return text.length > maxPriceCharacters ? Number.NaN : readAmount(text)',
    replacement: 'return readAmount(text)',
    reason: 'any length reaches the patterns',
    test: {
      file: 'src/domain/money.test.ts',
      title: 'parsePrice: no pattern is tried on a text of more than 40 characters',
    },
  },
  {
    row: '30,000 combining marks in a password or an address',
    file: 'packages/identity/src/passwords/passwords.ts',
    text: "tooManyMarks.test(password) ? password : password.normalize('NFC')",
    replacement: "password.normalize('NFC')",
    reason: 'every password is normalized',
    test: {
      file: 'packages/identity/src/passwords/passwords.test.ts',
      title: 'of 30,000 combining marks matches itself alone: it is not normalized, which takes seconds',
    },
  },
  {
    row: '30,000 combining marks in a password or an address',
    file: 'packages/identity/src/accounts/account.ts',
    text: "  if (text.length > maxLength) throw new IdentityError('INVALID_EMAIL') //",
    replacement: '  //',
    reason: 'the length is checked after normalization, too',
    test: {
      file: 'packages/identity/src/accounts/email.test.ts',
      title: 'of 30,000 combining marks is refused within 50 ms of the main thread',
    },
  },
  {
    row: 'a URL whose host has 5,400 characters of other scripts takes 40 ms, and no limit counts it',
    file: 'packages/identity/src/parse-url.ts',
    text: 'scheme.length + authority.length > maxOriginLength ? null : URL.parse(text)',
    replacement: 'URL.parse(text)',
    reason: 'a host of any length reaches the parser',
    test: {
      file: 'packages/identity/src/parse-url.test.ts',
      title: 'parseUrl › does not pass on to the URL parser: ${JSON.stringify(text.slice(0, 25))}',
    },
  },
  {
    row: 'a URL whose host has 5,400 characters of other scripts takes 40 ms, and no limit counts it',
    file: 'packages/identity/src/methods/createAuthUri.ts',
    text: 'parseUrl(continueUri) === null',
    replacement: '!URL.canParse(continueUri)',
    reason: 'one method asks the parser itself',
    test: {
      file: 'packages/identity/test/hostile-requests.test.ts',
      title: 'attack › gets ${message}: ${name} ${JSON.stringify(fields).slice(0, 100)}',
    },
  },
  {
    row: '2,700 combining marks in the path of a category take 15 ms, and no limit counts them',
    file: 'src/domain/page-address.ts',
    text: '!isTooLong(name) && ',
    replacement: '',
    reason: 'the address of a request has a limit',
    test: {
      file: 'src/domain/page-address.test.ts',
      title: 'categoryAt: the longest name of a category has a page in each spelling, and a longer one has none',
    },
  },
  {
    row: 'ten packets of pipelined requests cause 20,000 answers at once: 2 GB, 10,000 open files, no page for a minute',
    file: 'src/web/listener.ts',
    text: 'if (response.socket !== null) return true\n',
    replacement: 'return true\n',
    reason: 'no request counts as waiting',
    test: {
      file: 'src/web/pipelining.test.ts',
      title: 'limitPipelining › 1,000 requests in one packet: three are accepted, then the connection is closed',
    },
  },
  {
    row: 'ten packets of pipelined requests cause 20,000 answers at once: 2 GB, 10,000 open files, no page for a minute',
    file: 'src/web/listener.ts',
    text: '    if (!acceptRequest(request, response)) return\n',
    replacement: '',
    reason: 'the limit is there, and nothing asks it',
    test: {
      file: 'test/shop/pipelining.test.ts',
      title: 'pipelining: of ten connections with 1,000 requests each, at most three requests each are processed',
    },
  },
  {
    row: 'answers that nobody reads take more memory than the machine has: thousands of photos, and pages behind them on the same connections',
    file: 'src/web/listener.ts',
    text: 'else if (response.socket === null) onItsTurn(response, answer)',
    replacement: '',
    reason: 'the answer to a pipelined request waits in memory',
    test: {
      file: 'src/web/listener.test.ts',
      title: 'a pipelined request is processed once the client has read the answers to earlier ones',
    },
  },
  {
    row: 'answers that nobody reads take more memory than the machine has: thousands of photos, and pages behind them on the same connections',
    file: 'src/web/http-server.ts',
    text: 'memoryBytes * shares.unread',
    replacement: '256 * 1024 * 1024',
    reason: 'it is no share of a small machine',
    test: {
      file: 'src/web/http-server.test.ts',
      title: 'limitsOf › all together leave a quarter of 512 MiB',
    },
  },
  {
    row: 'clients without gzip have the sitemap decompressed, each time and without reading it',
    file: 'src/web/listener.ts',
    text: '  response.write = () => {\n    response.end()\n    return false\n  }\n',
    replacement: '',
    reason: 'Node leaves the body out, once it has been written',
    test: {
      file: 'src/web/listener.test.ts',
      title: 'HEAD: a streamed body is cancelled after its first part',
    },
  },
  {
    row: 'clients without gzip have the sitemap decompressed, each time and without reading it',
    file: 'src/pages/sitemap/serve-sitemap.ts',
    text: "decompressing.take(env.outgoing, widestNetwork(get('clientAddress')))?.destroy()",
    replacement: "decompressing.take(env.outgoing, widestNetwork(get('clientAddress')))",
    reason: 'what loses its place goes on',
    test: {
      file: 'src/pages/sitemap/serve-sitemap.test.ts',
      title:
        'serveSitemap: when too many clients without gzip read nothing, the network with the most loses its oldest',
    },
  },
  {
    row: 'a reader who stops reading makes a write fail after its stream has ended, and the process ends',
    file: 'src/catalogue/live/event-stream.ts',
    text: '    if (response.writableEnded) return // Its reader has not read the end yet.\n',
    replacement: '',
    reason: 'an uncaught error of the response ends the process',
    test: {
      file: 'src/catalogue/live/event-stream.test.ts',
      title: 'lifetime: nothing is written to a stream that has ended, while its reader has not read all of it',
    },
  },
  {
    row: 'a reader who stops reading makes a write fail after its stream has ended, and the process ends',
    file: 'src/catalogue/live/event-stream.ts',
    text: '    if (response.writableEnded) response.destroy() // Its reader has not read the end yet.\n    else response.end(',
    replacement: '    response.end(',
    reason: 'a stream that has ended seems to be ended again without harm',
    test: {
      file: 'src/catalogue/live/event-stream.test.ts',
      title: '${way}: a stream that has ended and is not read is dropped, without an error',
    },
  },
  {
    row: 'pipelined requests fill the live list',
    file: 'src/catalogue/live/event-stream.ts',
    text: '    response.socket?.destroySoon()\n',
    replacement: '',
    reason: 'the response has ended, and its connection stays',
    test: {
      file: 'src/catalogue/live/event-stream.test.ts',
      title: 'maxStreams: a displaced stream is removed at once, even if its reader does not read',
    },
  },
  {
    row: 'very slow readers each use a copy of a file',
    file: 'src/web/transfer-rate.ts',
    text: '    closeLongestUnread([...readers.keys()], maxUnreadBytes)\n',
    replacement: '',
    reason: 'each connection has a limit, all together have none',
    test: {
      file: 'src/web/transfer-rate.test.ts',
      title: 'when too much is unread in total, the longest waiting connections are closed',
    },
  },
  {
    row: 'very slow readers each use a copy of a file',
    file: 'src/web/transfer-rate.ts',
    text: 'const waiting = readers.get(connection) ?? {',
    replacement: 'const waiting = {',
    reason: 'each look at a connection starts its time again',
    test: {
      file: 'src/web/transfer-rate.test.ts',
      title: 'a connection that reads a little now and then is closed too',
    },
  },
  {
    row: 'very slow readers each use a copy of a file',
    file: 'server.ts',
    text: 'isExempt: live.holdsStream',
    replacement: 'isExempt: () => false',
    reason: 'a live list is nearly always read to its end',
    test: {
      file: 'test/shop/slow-readers.test.ts',
      title: 'are disconnected below the minimum transfer rate, but an unread live list is not',
    },
  },
  {
    row: 'requests for scripts or for `/sign-in` on thousands of connections open as many files, and use every thread',
    file: 'src/pages/rendered-page.ts',
    text: 'compressionQueue.pendingCount >= maxWaiting',
    replacement: 'compressionQueue.activeCount >= maxWaiting',
    reason: 'those that run are counted instead of those that wait',
    test: {
      file: 'src/pages/rendered-page.test.ts',
      title: 'NoncePage › responses are sent uncompressed when more than 100 others wait',
    },
  },
  {
    row: 'idle connections, or thousands of photos at once, use all file descriptors: `/healthz` is 503, photos and new pages fail',
    file: 'src/web/http-server.ts',
    text: "all: maxConnections, loses: 'oldest', replacesOwn: true",
    replacement: "all: maxConnections, loses: 'newest', replacesOwn: true",
    reason: 'idle connections stay, and the newest one is closed',
    test: {
      file: 'src/web/http-server.test.ts',
      title:
        'listen: when there are too many connections › the network with the most loses its oldest, and a newcomer of another network is answered',
    },
  },
  {
    row: 'idle connections, or thousands of photos at once, use all file descriptors: `/healthz` is 503, photos and new pages fail',
    file: 'src/web/http-server.ts',
    text: 'assign(request.socket, addressOf(request, trustedProxies))',
    replacement: 'assign(request.socket, addressOf(request, 0))',
    reason: 'all connections belong to the proxy',
    test: {
      file: 'src/web/http-server.test.ts',
      title:
        'listen: when there are too many connections › behind a proxy, a connection belongs to the network of the visitor whose request it carries',
    },
  },
  {
    row: 'idle connections, or thousands of photos at once, use all file descriptors: `/healthz` is 503, photos and new pages fail',
    file: 'src/web/http-server.ts',
    text: 'limitsOf(memoryBytes, readMaxOpenFiles())',
    replacement: 'limitsOf(memoryBytes, Infinity)',
    reason: 'memory runs out first on most machines',
    test: {
      file: 'test/shop/limits.test.ts',
      title: 'connections: 300 idle ones of a network leave a shop with 200 file descriptors for others',
    },
  },
  {
    row: 'idle connections, or thousands of photos at once, use all file descriptors: `/healthz` is 503, photos and new pages fail',
    file: 'src/web/http-server.ts',
    text: 'maxOpenFiles * shares.files',
    replacement: 'maxOpenFiles',
    reason: 'nothing is left for databases and photos',
    test: limitsTable,
  },
  {
    row: 'idle connections, or thousands of photos at once, use all file descriptors: `/healthz` is 503, photos and new pages fail',
    file: 'src/photos/serve-photos.ts',
    text: '(name, _last, { context: network }) => queue.run(network, () => photos.read(name))',
    replacement: '(name) => photos.read(name)',
    reason: 'the queue is left out',
    test: {
      file: 'src/photos/serve-photos.test.ts',
      title: 'serve photos: of 500 concurrent requests, 64 read at a time, and all succeed',
    },
  },
  {
    row: 'one network’s requests for pages or photos fill the queue, and all others are refused',
    file: 'src/photos/serve-photos.ts',
    text: 'const network = widestNetwork(address)',
    replacement: "const network = ''",
    reason: 'one client fills the queue, and nobody else sees photos',
    test: {
      file: 'src/photos/serve-photos.test.ts',
      title: 'serve photos: a network that asks for more than can wait keeps no other one from photos',
    },
  },
  {
    row: 'one network’s requests for pages or photos fill the queue, and all others are refused',
    file: 'src/photos/serve-photos.ts',
    text: 'isBusy(error) ? queue',
    replacement: 'isBusy(undefined) ? queue',
    reason: 'networks take turns',
    test: {
      file: 'src/photos/serve-photos.test.ts',
      title: 'serve photos: a client that waits for a read of another network, which loses its place, gets the photo',
    },
  },
  {
    row: 'ten thousand ID tokens with the longest name and picture stay in memory',
    file: 'src/owners/access.ts',
    text: '    maxSize: maxCharacters,\n    sizeCalculation: (_, token) => token.length,\n',
    replacement: '',
    reason: 'tokens are counted, not measured',
    test: {
      file: 'src/owners/access.test.ts',
      title: 'the cache of verified tokens is bounded: long tokens evict others',
    },
  },
  {
    row: 'one account writes or ends sessions without limit',
    file: limits,
    text: 'takeAll([[signOuts, uid]])',
    replacement: "takeAll([[signOuts, '']])",
    reason: 'one account uses up the limit of all',
    test: { file: limitsTest, title: 'signOutEverywhere: limited by account' },
  },
  {
    row: 'repeats with a known `Idempotency-Key` cost nothing',
    file: limits,
    text: 'if (earlier === 0 || earlier >= freeAttempts)',
    replacement: 'if (earlier === 0)',
    reason: 'a repeat is free, however many there are',
    test: { file: limitsTest, title: 'addItem: more than ten attempts with one key count' },
  },
  {
    row: 'concurrent uploads pass their bounds',
    file: uploads,
    text: '    const evicted = this.#takeSlot(name, network)\n',
    replacement:
      '    const evicted = this.#takeSlot(name, network)\n    this.#slots.release(name)\n    await sizeOf(path)\n    this.#slots.take(name, network)\n',
    reason: 'the slot is counted some turns after it was checked',
    test: {
      file: uploadsTest,
      title: 'concurrent uploads › of one account: at most sixteen are accepted',
    },
  },
  {
    row: 'one photo takes the whole service down',
    file: 'src/domain/decoding-memory.ts',
    text: 'isProgressive ? pixel * 1.25 : pixel',
    replacement: 'pixel',
    reason: 'an interlaced picture is decoded as a whole',
    test: {
      file: 'src/domain/decoding-memory.test.ts',
      title: "${what} ${isTooMuch ? 'takes too much memory' : 'may be decoded'}",
    },
  },
  {
    row: 'one photo takes the whole service down',
    file: 'src/photos/encoder/image-process-main.ts',
    text: '  preferForOomKill()\n',
    replacement: '',
    reason: 'nothing else needs it',
    test: {
      file: 'test/images/encoder.test.ts',
      title: 'encoder: its process is the first that the kernel kills when memory runs out',
    },
  },
  {
    row: 'photos of strangers fill the disk that items and accounts need',
    file: 'src/photos/storage/disk.ts',
    text: 'Math.min(reserve.bytes,',
    replacement: 'Math.max(reserve.bytes,',
    reason: 'a small disk takes no photos at all',
    test: { file: uploadsTest, title: 'uploads: stop on a nearly full disk, leaving space for items and accounts' },
  },
  {
    row: 'photos of strangers fill the disk that items and accounts need',
    file: 'src/photos/save-photo.ts',
    text: '      await requireFreeSpace(dirname(path), readSpace)\n',
    replacement: '',
    reason: 'space is not looked at',
    test: { file: uploadsTest, title: 'uploads: stop on a nearly full disk, leaving space for items and accounts' },
  },
  {
    row: "a hundred unfinished uploads block everybody else's photos",
    file: uploads,
    text: "loses: 'oldest'",
    replacement: "loses: 'newest'",
    reason: 'an upload in progress is ended instead of a forgotten one',
    test: { file: uploadsTest, title: 'do not block other networks: the least recently active upload is evicted' },
  },
  {
    row: "a hundred unfinished uploads block everybody else's photos",
    file: uploads,
    text: '    await this.#stop(path)\n    await withStorage(() => rm(path, { force: true }))\n  }\n}',
    replacement: '    await withStorage(() => rm(path, { force: true }))\n  }\n}',
    reason: 'the file is removed while it is being written',
    test: {
      file: uploadsTest,
      title: 'a hundred uploads of one network › are evicted also while they are being received',
    },
  },
  {
    row: "one account, or one stranger with many, fills the encoder's queue",
    file: 'src/photos/encoder/encoder.ts',
    text: 'this.#queue.run(network,',
    replacement: 'this.#queue.run(account ?? network,',
    reason: 'a stranger with many accounts has as many turns',
    test: {
      file: 'test/images/encoder.test.ts',
      title: 'of one network, from many accounts, leave room for other networks, which wait for one photo each',
    },
  },
  {
    row: "one account, or one stranger with many, fills the encoder's queue",
    file: 'src/photos/encoder/encoder.ts',
    text: '      this.#byAccount.take(photo, account)\n',
    replacement: '',
    reason: 'an account is looked up and never counted',
    test: {
      file: 'test/images/encoder.test.ts',
      title: 'encoder: queued photos › of one account are at most ten, and those of others are accepted meanwhile',
    },
  },
  {
    row: 'reads in the cloud that cost money',
    file: limits,
    text: '        [unknownItemsByNetwork, widestNetwork(address)],\n',
    replacement: '',
    reason: 'a /48 network has a million addresses',
    test: { file: limitsTest, title: 'readUnknownItem: an IPv6 /48 leaves most of the total to others' },
  },
  {
    row: 'reads in the cloud that cost money',
    file: limits,
    text: "        [unknownItems, ''],\n",
    replacement: '',
    reason: 'the number of addresses is unlimited',
    test: {
      file: limitsTest,
      title: 'readUnknownItem: limited to 120 a minute by address and 50 a second in total',
    },
  },
  {
    row: 'idle connections, or thousands of photos at once, use all file descriptors: `/healthz` is 503, photos and new pages fail',
    file: 'src/photos/serve-photos.ts',
    text: '    ignoreFetchAbort: true, // A photo whose place others have taken meanwhile is sent all the same.\n',
    replacement: '',
    reason: 'what is read is not in the cache yet, so nothing takes its place',
    test: {
      file: 'src/photos/serve-photos.test.ts',
      title: 'serve photos: of 500 concurrent requests, 64 read at a time, and all succeed',
    },
  },
  {
    row: 'reads in the cloud that cost money',
    file: 'src/photos/serve-photos.ts',
    text: '    if (!files.has(name)) await requireCredit(name, address)\n',
    replacement: '',
    reason: 'what is not there is counted all the same',
    test: {
      file: 'src/photos/serve-photos.test.ts',
      title:
        'serve photos: an address that asks for many missing photos is refused those that nothing uses, for a while',
    },
  },
  {
    row: 'a stranger, or a picture on a page of another site, uses up the missing photos of an address, and nobody there sees photos any more',
    file: 'src/photos/serve-photos.ts',
    text: 'if (used === undefined || !fileNamesOf(used).includes(name)) throw error',
    replacement: 'throw error',
    reason: 'photos that somebody looks at are in memory',
    test: {
      file: 'src/photos/serve-photos.test.ts',
      title:
        'serve photos: an address that asks for many missing photos is refused those that nothing uses, for a while',
    },
  },
  {
    row: 'a stranger, or a picture on a page of another site, uses up the missing photos of an address, and nobody there sees photos any more',
    file: 'src/photos/serve-photos.ts',
    text: 'used === undefined || !fileNamesOf(used).includes(name)',
    replacement: 'used === undefined',
    reason: 'pages name files that are there',
    test: {
      file: 'src/photos/serve-photos.test.ts',
      title:
        'serve photos: an address that asks for many missing photos is refused those that nothing uses, for a while',
    },
  },
  {
    row: 'reads in the cloud that cost money',
    file: 'src/owners/firebase-access.ts',
    text: '        [lookups.byAccount, visitor.uid],\n',
    replacement: '',
    reason: 'a lookup costs nothing',
    test: {
      file: 'src/owners/firebase-access.test.ts',
      title: 'a flood of requests with one token is refused before Firebase is asked',
    },
  },
  {
    row: 'reads in the cloud that cost money',
    file: 'src/owners/firebase-access.ts',
    text: '        [lookups.byAddress, address],\n',
    replacement: '',
    reason: 'each account is limited, and accounts are thought to be rare',
    test: {
      file: 'src/owners/firebase-access.test.ts',
      title:
        'a flood of requests from one address, with many accounts, is refused before Firebase is asked; others are answered',
    },
  },
  {
    row: 'invented searches keep the main thread busy, and fill the page cache',
    file: limits,
    text: 'limits.byAddress(rates.searchMsByAddress, rates.searchMsByNetworkAtMost)',
    replacement: 'limits.byAddress(rates.searchMsByAddress)',
    reason: 'networks have the usual multiple of the time of an address',
    test: { file: limitsTest, title: 'searches: an IPv6 /64 counts as one address, and a /48 as two' },
  },
  {
    row: 'invented searches keep the main thread busy, and fill the page cache',
    file: 'src/catalogue/search-limit.ts',
    text: '      searches.spend(address, ms)\n',
    replacement: '',
    reason: 'the time is asked for and never charged',
    test: {
      file: 'src/catalogue/search-limit.test.ts',
      title:
        'createSearchLimit › a client is charged for the time of its searches, and refused once it has used up its time',
    },
  },
  {
    row: 'invented searches keep the main thread busy, and fill the page cache',
    file: 'src/catalogue/search/similar-words.ts',
    text: '.slice(0, maxCompared)',
    replacement: '',
    reason: 'a shop has a few thousand words',
    test: {
      file: 'src/catalogue/search/similar-words.test.ts',
      title: 'similarWords: whole words are found among 10,000 of their length, and searched no longer',
    },
  },
  {
    row: 'invented searches keep the main thread busy, and fill the page cache',
    file: 'src/catalogue/search/similar-words.ts',
    text: '    if (distances.size >= maxCompared) break\n',
    replacement: '',
    reason: 'a shop has a few thousand words',
    test: {
      file: 'src/catalogue/search/similar-words.test.ts',
      title: 'similarWords: beginnings are found among 10,000 of them, and searched no longer',
    },
  },
  {
    row: 'invented searches keep the main thread busy, and fill the page cache',
    file: 'src/pages/page-cache.ts',
    text: '(isListSearch(addressOf(key)) ? searches : pages)',
    replacement: 'pages',
    reason: 'searches share the memory of all pages',
    test: {
      file: 'src/pages/page-cache.test.ts',
      title: 'lists of pieces › searches have 8 MB, and evict no other page, however many there are',
    },
  },
  {
    row: 'invented searches keep the main thread busy, and fill the page cache',
    file: 'src/catalogue/search-limit.ts',
    text: 'queue.run(network, runThenRest)',
    replacement: "queue.run('', runThenRest)",
    reason: 'all networks wait in one line',
    test: {
      file: 'src/catalogue/search-limit.test.ts',
      title: 'createSearchLimit › a network that fills the queue makes room for others',
    },
  },
  {
    row: 'invented searches keep the main thread busy, and fill the page cache',
    file: 'src/pages/page-cache.ts',
    text: '(isCataloguePath(addressOf(key)) ? listAliases : aliases)',
    replacement: 'aliases',
    reason: 'spellings of lists share the memory of missing items',
    test: {
      file: 'src/pages/page-cache.test.ts',
      title: 'spellings of an address are bounded, and evict neither a page nor the path of a missing item',
    },
  },
  {
    row: 'the sitemap of a large shop is built for each request, and blocks others',
    file: 'src/pages/sitemap/slice-reader.ts',
    text: '      await nextTurn()\n',
    replacement: '',
    reason: 'promises leave no turn to other work',
    test: { file: 'src/pages/sitemap/sitemap.test.ts', title: 'other work has a turn after every 500 items' },
  },
  {
    row: 'the sitemap of a large shop is built for each request, and blocks others',
    file: 'src/pages/sitemap/sitemap.ts',
    text: 'return () => sitemaps.forceFetch(',
    replacement: 'return () => build(options, languages()) ?? sitemaps.forceFetch(',
    reason: 'a sitemap that is being built is of no use yet',
    test: {
      file: 'src/pages/sitemap/sitemap.test.ts',
      title: 'is built once for concurrent requests, and again when asked for after ten minutes',
    },
  },
]
