import type { BucketConfig } from '../photos/storage/bucket-store.ts'
import { ConfigError, must, parseSwitch, read, readSecret, type Environment } from './read.ts'

/** Settings for storing photos. */
export interface PhotosConfig {
  /** The bucket that stores photos; `undefined` for the data folder. */
  readonly bucket: BucketConfig | undefined
  /** Whether the shop stores its own copies of pictures from other servers. */
  readonly copiesPictures: boolean
}

/** The keys have the same names as in other S3 tools. @throws ConfigError for an invalid value or a missing key. */
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
  const isValid =
    url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.search === '' && url.hash === ''
  return isValid
    ? url.href.replace(/\/$/, '')
    : must('the URL of an S3-compatible bucket, such as https://s3.eu-central-1.amazonaws.com/shop-photos')
}
