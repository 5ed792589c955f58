import { ShopError } from '../../domain/errors.ts'
import { photoLimits } from '../../domain/photo.ts'
import { fill } from '../../domain/template.ts'
import { photoRules } from '../../messages/messages.ts'

const words = {
  empty: photoRules.empty,
  'not-a-photo': photoRules.notAPhoto,
  heic: photoRules.heic,
  damaged: photoRules.damaged,
  changed: photoRules.changed,
  'too-many-pixels': fill(photoRules.tooManyPixels, { megapixels: photoLimits.pixels / 1_000_000 }),
  'too-many-frames': fill(photoRules.tooManyFrames, { frames: photoLimits.frames }),
  'too-small': fill(photoRules.tooSmall, { pixels: photoLimits.minSide }),
  'too-narrow': photoRules.tooNarrow,
  'too-hard': photoRules.tooHard,
} as const

/** What can be wrong with a photo; also sent between processes. */
export type PhotoFault = keyof typeof words | 'out-of-memory'

/** The error for the person who sent a photo that is refused, or that may be sent again when there is more memory. */
export function refusal(fault: PhotoFault): ShopError {
  if (fault === 'out-of-memory') {
    const cause = new Error('The system ended the process that makes photos: its memory is used up.')
    return new ShopError('photos-busy', photoRules.busy, { cause, retryAfterSeconds: 10 })
  }
  const isUnsupported = fault === 'not-a-photo' || fault === 'heic'
  return new ShopError(isUnsupported ? 'unsupported-photo' : 'invalid-photo', words[fault])
}
