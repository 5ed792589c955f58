import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { parseUrl } from './parse-url.ts'

/** Too long for a host name, and yet valid for the URL parser. */
const long = 'wool.'.repeat(60)

describe('parseUrl', () => {
  for (const text of [
    'https://shop.example:8443/create?a=b#c',
    `https://${'wool.'.repeat(50)}lk:65535/`,
    `https://shop.example/${'x'.repeat(30_000)}`,
    `https://shop.example?${'x'.repeat(30_000)}`,
    `https://shop.example#https://${long}`,
    'mailto:mary@shop.example',
  ]) {
    it(`parses ${text.slice(0, 40)}`, () => assert.equal(parseUrl(text)?.href, new URL(text).href))
  }

  for (const text of [
    `https://${long}`,
    `https://${long}:443/path?query#fragment`,
    `https://mary:${long}@shop.example/`,
    `https:${long}`,
    `https:${long}:443`,
    `https:/${long}/`,
    `https:////${long}/`,
    `https:\\\\${long}\\path`,
    `https:/\t/\n\\\r/${long}/`,
    `ht\ttps://${long}/`,
    ` \0https://${long}/`,
  ]) {
    it(`does not pass on to the URL parser: ${JSON.stringify(text.slice(0, 25))}`, () => {
      assert.ok(URL.canParse(text))
      assert.equal(parseUrl(text), null)
    })
  }

  it('has no URL for an invalid text', () => assert.equal(parseUrl('nowhere'), null))
})
