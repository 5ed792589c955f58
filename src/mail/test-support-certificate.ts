import { generateKeyPairSync, sign } from 'node:crypto'

/** A self-signed certificate for 127.0.0.1, valid until 2049, and its key, both as PEM. (RFC 5280, 4.1) */
export function createCertificate(): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = sequence(set(sequence(oid('550403'), der(0x0c, Buffer.from('127.0.0.1')))))
  const validity = sequence(der(0x17, Buffer.from('200101000000Z')), der(0x17, Buffer.from('491231235959Z')))
  const altNames = sequence(der(0x87, Buffer.from([127, 0, 0, 1])))
  const isAuthority = sequence(der(0x01, Buffer.from([0xff])))
  const extensions = sequence(
    sequence(oid('551d11'), der(0x04, altNames)),
    sequence(oid('551d13'), der(0x01, Buffer.from([0xff])), der(0x04, isAuthority)),
  )
  const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'))
  const toBeSigned = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ecdsaWithSha256,
    name,
    validity,
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, extensions),
  )
  const signature = Buffer.concat([Buffer.from([0]), sign('sha256', toBeSigned, privateKey)])
  const certificate = sequence(toBeSigned, ecdsaWithSha256, der(0x03, signature))
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    cert: `-----BEGIN CERTIFICATE-----\n${certificate.toString('base64')}\n-----END CERTIFICATE-----\n`,
  }
}

/** Encodes one value in DER. (X.690, 8.1) */
function der(tag: number, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from([tag, ...derLength(content.length)]), content])
}

/** One byte below 128; else the number of bytes that follow, with the highest bit set, and these. */
function derLength(length: number): number[] {
  if (length < 0x80) return [length]
  if (length < 0x100) return [0x81, length]
  return [0x82, length >> 8, length & 0xff]
}

function sequence(...values: Buffer[]): Buffer {
  return der(0x30, Buffer.concat(values))
}

function set(...values: Buffer[]): Buffer {
  return der(0x31, Buffer.concat(values))
}

function oid(hex: string): Buffer {
  return der(0x06, Buffer.from(hex, 'hex'))
}
