/**
 * How long an answer of the shop is waited for, in milliseconds. A phone whose connection stalls keeps a request for as long
 * as the browser likes, and nobody is told, nor is anything tried again. The shop itself gives a request 30 seconds to
 * arrive, so a slow one that may still succeed is not given up before it.
 */
export const patienceMs = 45_000
