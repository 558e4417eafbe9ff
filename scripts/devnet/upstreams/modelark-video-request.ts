/** What ModelArk's video API accepts: content parts with roles, and flat parameters. */
import { imageOfDataUri } from './media/kinds.ts'
import { invalid, modelarkError } from './modelark-errors.ts'
import { sensitiveInput } from './modelark-images.ts'
import { refusedByPrompt, unknownModel } from './pictures.ts'
import type { UpstreamReply } from './contract.ts'

const ratios = ['16:9', '4:3', '1:1', '3:4', '9:16', '21:9', 'adaptive']
const resolutions = /^(?:480p|720p|1080p|4k)$/i
const known = [
  'model',
  'content',
  'ratio',
  'duration',
  'seed',
  'resolution',
  'generate_audio',
  'watermark',
  'return_last_frame',
  'camera_fixed',
  'service_tier',
  'callback_url',
  'execution_expires_after',
  'frames',
  'draft',
  'safety_identifier',
]
const switches = ['generate_audio', 'watermark', 'return_last_frame', 'camera_fixed']
const [SHORTEST, LONGEST, MOST_REFERENCES] = [2, 30, 9]
const MARK = 'real-person'

/**
 * Why a task is not accepted; undefined when it is. An image whose address or bytes have
 * `real-person` in them shows one.
 */
export function refuseTask(body: any): UpstreamReply | undefined {
  if (typeof body !== 'object' || body === null) return invalid('body', 'it must be JSON')
  if (body.model === undefined)
    return modelarkError(
      400,
      'MissingParameter',
      'The request is missing the `model` parameter.',
      'model',
    )
  if (unknownModel(body.model)) {
    const message = `The model or endpoint ${body.model} does not exist or you do not have access to it.`
    return modelarkError(404, 'InvalidEndpointOrModel.NotFound', message)
  }
  const strange = Object.keys(body).find(name => !known.includes(name))
  if (strange) return invalid(strange, 'unknown parameter')
  if (!Array.isArray(body.content) || body.content.length === 0)
    return modelarkError(
      400,
      'MissingParameter',
      'The request is missing the `content` parameter.',
      'content',
    )
  return refuseParts(body.content) ?? refuseRoles(body.content) ?? refuseFlat(body)
}

function refuseFlat({
  ratio,
  duration,
  seed,
  resolution,
  ...flags
}: any): UpstreamReply | undefined {
  if (ratio !== undefined && !ratios.includes(ratio))
    return invalid('ratio', `expected one of ${ratios.join(', ')}`)
  if (resolution !== undefined && !resolutions.test(resolution))
    return invalid('resolution', 'expected 480p, 720p, 1080p or 4k')
  if (
    duration !== undefined &&
    !(Number.isInteger(duration) && duration >= SHORTEST && duration <= LONGEST)
  )
    return invalid('duration', `expected whole seconds from ${SHORTEST} to ${LONGEST}`)
  if (seed !== undefined && !(Number.isInteger(seed) && seed >= -1 && seed < 2 ** 32))
    return invalid('seed', 'expected -1 to 4294967295')
  const flag = switches.find(name => !['boolean', 'undefined'].includes(typeof flags[name]))
  return flag === undefined ? undefined : invalid(flag, 'expected a boolean')
}

function refuseParts(content: readonly any[]): UpstreamReply | undefined {
  for (const part of content) {
    if (part?.type === 'text') {
      if (typeof part.text !== 'string' || part.text === '')
        return invalid('content.text', 'it must not be empty')
      if (refusedByPrompt(part.text)) return sensitiveInput()
    } else {
      const refusal = refuseMedia(part)
      if (refusal) return refusal
    }
  }
  return undefined
}

function refuseMedia(part: any): UpstreamReply | undefined {
  if (!['image_url', 'video_url', 'audio_url'].includes(part?.type))
    return invalid('content.type', 'expected text, image_url, video_url or audio_url')
  const url = part[part.type]?.url
  if (typeof url !== 'string' || !/^(?:https?:\/\/|asset:\/\/|data:)/.test(url))
    return invalid(`content.${part.type}.url`, 'expected a URL, an asset or base64')
  const inline = url.startsWith('data:image/') ? imageOfDataUri(url) : undefined
  if (url.startsWith('data:image/') && !inline)
    return invalid(`content.${part.type}.url`, 'invalid base64')
  return url.includes(MARK) || inline?.data.includes(MARK) ? realPerson() : undefined
}

const realPerson = (): UpstreamReply =>
  modelarkError(
    400,
    'InputImageSensitiveContentDetected.PrivacyInformation',
    'The request failed because the input image may contain real person.',
  )

/** Frames and references are two modes, and a last frame needs a first. */
function refuseRoles(content: readonly any[]): UpstreamReply | undefined {
  const images = content.filter(part => part.type === 'image_url')
  const role = (name: string) => content.filter(part => part.role === name).length
  const references = role('reference_image') + role('reference_video') + role('reference_audio')
  const bare = images.filter(part => part.role === undefined).length
  const [first, last] = [role('first_frame') + bare, role('last_frame')]
  if (
    images.some(
      part => !['first_frame', 'last_frame', 'reference_image', undefined].includes(part.role),
    )
  )
    return invalid('content.role', 'unknown role')
  if (first > 1 || last > 1)
    return invalid('content', 'expected at most one first frame and one last frame')
  if (last === 1 && first === 0) return invalid('content', 'last frame without first frame')
  if (references > 0 && first + last > 0)
    return invalid(
      'content',
      'first/last frame content cannot be mixed with reference media content',
    )
  if (role('reference_image') > MOST_REFERENCES)
    return invalid('content', `expected at most ${MOST_REFERENCES} reference images`)
  const something = references > 0 || first > 0 || content.some(part => part.type === 'text')
  return something ? undefined : invalid('content', 'nothing to make a video of')
}
