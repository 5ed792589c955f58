/**
 * How long an answer of the shop is waited for, in milliseconds. A phone whose connection stalls keeps a request for as long
 * as the browser likes, and nobody is told, nor is anything tried again. The shop itself gives a request 30 seconds to
 * arrive, so a slow one that may still succeed is not given up before it.
 */
export const patienceMs = 45_000

/**
 * How long, in milliseconds, the browser stays on a page whose piece is saved, for each of the two things that are done on
 * leaving it: what was typed is forgotten, and the look of the link is prepared. Both can hang, and neither is needed.
 */
export const leavingMs = 500
