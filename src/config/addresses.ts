// Addresses in settings: each function returns `undefined` for anything else.

/** The public origin of the shop, without a trailing slash. */
export function parseOrigin(value: string): string | undefined {
  const url = parseHttpUrl(value)
  return url?.href === `${url?.origin}/` ? url.origin : undefined
}

/** A bucket, without a trailing slash. */
export function parseBucketUrl(value: string): string | undefined {
  const url = parseHttpUrl(value)
  return url?.search === '' && url.hash === '' ? url.href.replace(/\/$/, '') : undefined
}

/** `host:port`. */
export function parseHostAndPort(value: string): string | undefined {
  const isValid = /^(?:[a-z\d.-]+|\[[a-f\d:]+\]):\d{1,5}$/i.test(value) && URL.canParse(`http://${value}`)
  return isValid ? value : undefined
}

/** An address for requests: without a user and a password, which `fetch` refuses. */
export function parseHttpUrl(value: string): URL | undefined {
  const url = URL.parse(value)
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '' ? url : undefined
}
