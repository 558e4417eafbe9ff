/** ModelArk: chat, images in one step and videos in two, behind one key. */
import { filmFile } from './films.ts'
import { modelarkFailures } from './modelark-errors.ts'
import { modelarkImagesAnswer, noImages, withheldImage } from './modelark-images.ts'
import { emptyTask, isTask, modelarkVideosAnswer, refusedTask } from './modelark-videos.ts'
import { pictureFile } from './pictures.ts'
import { modelarkChat } from './text/chat/modelark.ts'
import type { Upstream } from './contract.ts'
import { openaiList } from './model-lists.ts'

/** The upstream behind the fourth family of models. */
export const modelark: Upstream = {
  name: 'vendor_d',
  env: 'VENDOR_D',
  header: 'authorization',
  scheme: 'Bearer',
  lists: openaiList('/api/v3/models'),
  text: modelarkChat,
  answer: request =>
    isTask(request) ? modelarkVideosAnswer(request) : modelarkImagesAnswer(request),
  file: request => pictureFile(request) ?? filmFile(request),
  failures: {
    ...modelarkFailures,
    refused: request => (isTask(request) ? refusedTask(request) : withheldImage(request)),
    empty: request => (isTask(request) ? emptyTask(request) : noImages(request)),
  },
}
