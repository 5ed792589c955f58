import type { Mutant } from './mutant.ts'

const remotePictures = 'test/images/copy-remote-image.test.ts'

/** What strangers may ask for, and what they learn. */
export const mutantsOfEntryPoints: readonly Mutant[] = [
  {
    row: 'files',
    file: 'src/web/static-files.ts',
    text: "new URL('../../build/client', import.meta.url)",
    replacement: "new URL('../../build', import.meta.url)",
    reason: 'the server’s code is served too',
    test: {
      file: 'test/shop/response-headers.test.ts',
      title: 'static files: nothing outside the built files is served',
    },
  },
  {
    row: 'files',
    file: 'src/domain/photo.ts',
    text: 'if (matched === undefined) return undefined',
    replacement: "if (matched === undefined) return 'image/jpeg'",
    reason: 'every file of the folder of photos is served, descriptions too',
    test: { file: 'test/shop/photos-api.test.ts', title: 'an uploaded photo › has no other files than its images' },
  },
  {
    row: 'image URLs',
    file: 'src/photos/remote-copy/fetch-image.ts',
    text: '!addresses.every(isAddressAllowed)',
    replacement: '!addresses.some(isAddressAllowed)',
    reason: 'one public address of a name lets its private ones pass',
    test: { file: remotePictures, title: "a name with the addresses [${addresses.join(', ')}]" },
  },
  {
    row: 'image URLs',
    file: 'src/photos/remote-copy/fetch-image.ts',
    text: 'if (first === undefined || !addresses.every(isAddressAllowed)) throw notCopied(pictureCopy.notPublic)',
    replacement: 'if (first === undefined) throw notCopied(pictureCopy.notPublic)',
    reason: 'only addresses in the URL itself are checked',
    test: { file: remotePictures, title: "a name with the addresses [${addresses.join(', ')}]" },
  },
  {
    row: 'commands',
    file: 'src/cli/socket/admin-socket.ts',
    text: 'process.umask(0o177)',
    replacement: 'process.umask()',
    reason: 'other users can connect until the mode is changed',
    test: { file: 'src/cli/socket/admin-socket.test.ts', title: 'is accessible to its own user only' },
  },
  {
    row: 'pipelined requests fill the live list',
    file: 'src/catalogue/live/live-list.ts',
    text: 'const maxStreamsByAddress = 200',
    replacement: 'const maxStreamsByAddress = Infinity',
    reason: 'nothing but the total limits streams',
    test: {
      file: 'src/catalogue/live/live-list.test.ts',
      title:
        'live list: 200 streams per address › one more is refused with 503 and Retry-After; another address is served',
    },
  },
  {
    file: 'src/web/middleware/error-response.ts',
    text: '        ...headers,\n',
    replacement: "        ...headers,\n        ...(status === 413 && { Connection: 'close' }),\n",
    reason: 'the connection is reset while the body arrives, and the client loses the answer',
    test: {
      file: 'test/shop/hostile-photos.test.ts',
      title: 'more than 15 MB from a client that sends megabytes of it before it reads the answer',
    },
  },
]
