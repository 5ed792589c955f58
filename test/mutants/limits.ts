import type { Mutant } from './mutant.ts'

/** Limits by network, and what one client may hold. */
export const mutantsOfLimits: readonly Mutant[] = [
  {
    row: '2,000 bodies of 64 KB that stop before their last byte take 200 MB',
    file: 'src/web/http-server.ts',
    text: '  shareBodies(node, limits.bodies, trustedProxies)\n',
    replacement: '',
    reason: 'bodies are bounded by the number of connections alone',
    test: {
      file: 'src/web/http-server.test.ts',
      title:
        'listen: when the bodies of too many requests are arriving › the network with the most loses its oldest, and that of another network is answered',
    },
  },
  {
    row: '2,000 bodies of 64 KB that stop before their last byte take 200 MB',
    file: 'src/web/http-server.ts',
    text: 'bodies: Math.floor((memoryBytes * shares.bodies) /',
    replacement: 'bodies: Math.floor(memoryBytes /',
    reason: 'bodies may take all of the memory',
    test: {
      file: 'src/web/http-server.test.ts',
      title: 'limitsOf › of ${memoryBytes / 1024 ** 2} MiB and ${maxOpenFiles} file descriptors',
    },
  },
  {
    row: 'a body of 64 KB in chunks of one byte keeps the shop busy for a third of a second',
    file: 'src/web/http-server.ts',
    text: '    IncomingMessage: RequestOfLargeChunks,\n',
    replacement: '',
    reason: 'nothing counts chunks',
    test: {
      file: 'src/web/tiny-chunks.test.ts',
      title: 'the body of a request › in thousands of chunks of one byte ends its connection',
    },
  },
  {
    row: 'each connection is a new client, as the proxy adds the port to `X-Forwarded-For`',
    file: 'packages/rate-limit/src/address.ts',
    text: 'ipaddr.isValid(text) ? text : SocketAddress.parse(text)?.address',
    replacement: 'ipaddr.isValid(text) ? text : undefined',
    reason: 'an address with a port is invalid, and counts as the proxy',
    test: {
      file: 'src/web/middleware/client-address.test.ts',
      title: 'addressOf › is what the one proxy saw, without the port',
    },
  },
  {
    row: "a page of another site guesses passwords through the owner's browser, until her own network is locked out",
    file: 'src/web/app.ts',
    text: '  if (!options.isTestMode) app.use(refuseOtherSites(site))\n',
    replacement: '',
    reason: 'the rule is lost when middleware is put in another order',
    test: {
      file: 'test/shop/other-sites.test.ts',
      title: 'a request from a page of another site › does not use up the attempts of the person who looks at it',
    },
  },
  {
    row: 'requests from other sites',
    file: 'packages/identity/src/http/same-origin.ts',
    text: "if (site !== null) return site === 'same-origin'",
    replacement: "if (site !== null) return site !== 'cross-site'",
    reason: 'another host of the same domain passes, and so does the address bar',
    test: {
      file: 'test/shop/other-sites.test.ts',
      title: 'a request › with a cookie must come from an own page: the user alone asks for none',
    },
  },
  {
    row: 'bodies that never arrive hold every connection',
    file: 'src/web/transfer-rate.ts',
    text: '    sweepSenders()\n',
    replacement: '',
    reason: 'only responses are watched',
    test: {
      file: 'src/web/transfer-rate.test.ts',
      title:
        'watchTransferRate › a connection that stops in the middle of a body is closed when its time is over, not before',
    },
  },
  {
    file: 'src/web/listener.ts',
    text: '    if (isUnclear) response.shouldKeepAlive = false\n',
    replacement: '',
    reason: 'what comes after such a message may be a part of it for a proxy',
    test: {
      file: 'test/shop/pipelining.test.ts',
      title:
        'HTTP/1.0 with Transfer-Encoding: the connection is closed after the response, whatever the client asks for',
    },
  },
  {
    file: 'src/photos/remote-copy/fetch-image.ts',
    text: "return isGlobal && parsed.range() === 'unicast'",
    replacement: "return parsed.range() === 'unicast'",
    reason: 'reserved IPv6 addresses count as public',
    test: {
      file: 'test/images/copy-remote-image.test.ts',
      title: 'an image URL that leads to this machine or its network is refused',
    },
  },
  {
    row: "a picture's server switches protocols instead of answering, which ends the copying of pictures until a restart",
    file: 'src/photos/remote-copy/fetch-image.ts',
    text: ".once('close', closed).end()",
    replacement: '.end()',
    reason: 'a request without a response seems to have an error',
    test: {
      file: 'test/images/remote-copies.test.ts',
      title: 'remote copies: servers that switch protocols instead of answering do not block the queue',
    },
  },
  {
    file: 'src/photos/encoder/encode.ts',
    text: "fit: 'inside'",
    replacement: "fit: 'outside'",
    reason: 'every placeholder is as wide as it may be',
    test: {
      file: 'test/images/encode.test.ts',
      title: 'encode: a placeholder is one that the shop reads, even of a high photo of noise',
    },
  },
]
