/** `TEST_SIZE=full`, as in `npm run verify -- long`: more kills and random cases than `npm test` has time for. */
export const isFullSize = process.env['TEST_SIZE'] === 'full'
