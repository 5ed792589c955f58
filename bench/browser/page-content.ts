import { brotliCompressSync } from 'node:zlib'

import { sum } from '../report/statistics.ts'

export interface PageSize {
  /** The document and everything that it loads, except pictures. */
  readonly bytes: number
  /** All of its script, inline or external, compressed. */
  readonly scriptBytes: number
}

/** Loads a page and what it references, as a browser would. */
export async function readPage(origin: string, path: string): Promise<PageSize> {
  const document = await bytesOf(origin + path)
  const { inlineScript, scripts, styles } = contentOf(await (await fetch(origin + path)).text())
  const [scriptBytes, styleBytes] = await Promise.all([scripts, styles].map((urls) => sizeOf(urls, origin)))
  const outside = scriptBytes ?? 0
  return {
    bytes: document + outside + (styleBytes ?? 0),
    scriptBytes: outside + (inlineScript === '' ? 0 : brotliCompressSync(inlineScript).length),
  }
}

/** The inline script of an HTML document, and the URLs of its scripts and style sheets. Structured data does not count as script. */
export function contentOf(html: string): { inlineScript: string; scripts: string[]; styles: string[] } {
  const elements = scriptsOf(html).filter(({ attributes }) => !attributes.includes('application/ld+json'))
  const links = [...html.matchAll(/<link([^<>]*)>/g)].map(([, attributes = '']) => attributes)
  const preloads = links.filter((link) => attribute(link, 'rel') === 'modulepreload')
  const sheets = links.filter((link) => attribute(link, 'rel') === 'stylesheet')
  const named = [...elements.map(({ attributes }) => attribute(attributes, 'src')), ...hrefs(preloads)]
  return {
    inlineScript: elements.map(({ text }) => text).join('\n'),
    scripts: [...new Set(named.filter((url) => url !== undefined))],
    styles: hrefs(sheets).filter((url) => url !== undefined),
  }
}

function scriptsOf(html: string): { attributes: string; text: string }[] {
  return html
    .split('<script')
    .slice(1)
    .map((rest) => {
      const opened = rest.indexOf('>')
      return { attributes: rest.slice(0, opened), text: rest.slice(opened + 1, rest.indexOf('</script>')) }
    })
}

function hrefs(links: readonly string[]): (string | undefined)[] {
  return links.map((link) => attribute(link, 'href'))
}

const attributeForms = { href: / href="([^"]*)"/, rel: / rel="([^"]*)"/, src: / src="([^"]*)"/ }

function attribute(element: string, name: keyof typeof attributeForms): string | undefined {
  return attributeForms[name].exec(element)?.[1]
}

async function sizeOf(urls: readonly string[], origin: string): Promise<number> {
  return sum(await Promise.all(urls.map((url) => bytesOf(new URL(url, origin).href))))
}

/** The length of a response body on the wire, in Brotli if available. */
async function bytesOf(url: string): Promise<number> {
  const answer = await fetch(url, { headers: { 'Accept-Encoding': 'br' } })
  const length = answer.headers.get('content-length')
  await answer.arrayBuffer()
  if (!answer.ok || length === null) throw new Error(`${url} answered ${answer.status} or without Content-Length.`)
  return Number(length)
}
