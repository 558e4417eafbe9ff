/** xAI: chat with live search, images in one step and videos in two, behind one key. */
import { filmFile } from './films.ts'
import { pictureFile } from './pictures.ts'
import { retryAfterHeader } from './contract.ts'
import type { Upstream, UpstreamRequest } from './contract.ts'
import { xaiChat } from './text/chat/xai.ts'
import { failure, INVALID, refusal } from './xai-errors.ts'
import { noImages, withheldImages, xaiImagesAnswer } from './xai-images.ts'
import { noVideo, refusedVideo, xaiVideosAnswer } from './xai-videos.ts'
import { xaiList } from './model-lists.ts'

const isVideo = (request: UpstreamRequest): boolean => request.path.startsWith('/v1/videos')

/** The upstream behind the third family of models. */
export const xai: Upstream = {
  name: 'vendor_c',
  env: 'VENDOR_C',
  header: 'authorization',
  scheme: 'Bearer',
  lists: xaiList,
  text: xaiChat,
  answer: request => (isVideo(request) ? xaiVideosAnswer(request) : xaiImagesAnswer(request)),
  file: request => pictureFile(request) ?? filmFile(request),
  failures: {
    unauthorized: () => refusal(400, INVALID, 'Incorrect API key provided.'),
    rateLimited: seconds => ({
      ...failure(429, 'Too many requests.', 'rate_limit_error'),
      headers: retryAfterHeader(seconds),
    }),
    failed: (status, code) =>
      failure(status, 'Service temporarily unavailable.', 'server_error', code),
    refused: request => (isVideo(request) ? refusedVideo(request) : withheldImages(request)),
    empty: request => (isVideo(request) ? noVideo(request) : noImages()),
  },
}
