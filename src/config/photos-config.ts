import { ConfigError, must, parseSwitch, read, readSecret } from './read.ts'
import type { Environment } from './read.ts'

/** What is set about keeping photos. */
export interface PhotosConfig {
  /** Where photos are kept; `undefined` for the data folder. */
  readonly bucket: BucketConfig | undefined
  /** Whether pictures elsewhere on the web are copied. */
  readonly copiesPictures: boolean
}

export interface BucketConfig {
  /** Its address, without a slash at its end. */
  readonly url: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** Of keys that are good for a while. */
  readonly sessionToken: string | undefined
}

/** The keys have the names that all of S3's tools know them by. @throws ConfigError for a bad value or a missing key. */
export function readPhotosConfig(environment: Environment): PhotosConfig {
  const copiesPictures = read(environment, 'SHOP_COPY_PICTURES', true, parseSwitch)
  const url = read(environment, 'SHOP_PHOTOS_BUCKET', undefined, parseBucketUrl)
  if (url === undefined) return { bucket: undefined, copiesPictures }
  const readKey = (name: string) => readSecret<string | undefined>(environment, name, undefined, String)
  const [accessKeyId, secretAccessKey] = [readKey('AWS_ACCESS_KEY_ID'), readKey('AWS_SECRET_ACCESS_KEY')]
  if (accessKeyId === undefined || secretAccessKey === undefined) {
    throw new ConfigError('SHOP_PHOTOS_BUCKET needs its keys: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.')
  }
  const region = read(environment, 'AWS_REGION', 'us-east-1', String)
  const sessionToken = readKey('AWS_SESSION_TOKEN')
  return { bucket: { url, region, accessKeyId, secretAccessKey, sessionToken }, copiesPictures }
}

function parseBucketUrl(value: string): string {
  const url = URL.parse(value)
  const isGood =
    url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.search === '' && url.hash === ''
  return isGood
    ? url.href.replace(/\/$/, '')
    : must('the address of a bucket that speaks S3, such as https://s3.eu-central-1.amazonaws.com/shop-photos')
}
