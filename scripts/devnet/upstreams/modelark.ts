/** ModelArk: images in one step and videos in two, behind one key. */
import { filmFile } from './films.ts'
import { modelarkError } from './modelark-errors.ts'
import { modelarkImagesAnswer, noImages, withheldImage } from './modelark-images.ts'
import { emptyTask, isTask, modelarkVideosAnswer, refusedTask } from './modelark-videos.ts'
import { pictureFile } from './pictures.ts'
import { retryAfterHeader } from './supplier.ts'
import type { Supplier } from './supplier.ts'

/** The supplier behind the fourth family of models. */
export const modelark: Supplier = {
  name: 'vendor_d',
  env: 'VENDOR_D',
  header: 'authorization',
  scheme: 'Bearer',
  answer: (request) => (isTask(request) ? modelarkVideosAnswer(request) : modelarkImagesAnswer(request)),
  file: (request) => pictureFile(request) ?? filmFile(request),
  failures: {
    unauthorized: () => modelarkError(401, 'AuthenticationError', 'The API key in the request is missing or invalid.'),
    rateLimited: (seconds) => ({
      ...modelarkError(429, 'RateLimitExceeded', 'The rate limit has been exceeded.'),
      headers: retryAfterHeader(seconds),
    }),
    failed: (status, code = 'InternalServiceError') => modelarkError(status, code, 'The service encountered an unexpected internal error.'),
    refused: (request) => (isTask(request) ? refusedTask(request) : withheldImage(request)),
    empty: (request) => (isTask(request) ? emptyTask(request) : noImages(request)),
  },
}
