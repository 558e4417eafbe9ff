/**
 * xAI's video API in two steps: `POST /v1/videos/generations` gives a `request_id`, `GET
 * /v1/videos/{request_id}` answers 202 until the video is there, with an empty body or with how far
 * it is. A video that moderation withholds is "done", without an address.
 */
import { randomUUID } from 'node:crypto'
import { filmSize, filmUrl } from './films.ts'
import { progressOf } from './jobs.ts'
import type { UpstreamJob } from './jobs.ts'
import { refusedByPrompt, seedOf, unknownModel } from './pictures.ts'
import { json } from './contract.ts'
import type { UpstreamReply, UpstreamRequest } from './contract.ts'
import { INVALID, refusal, unreadable } from './xai-errors.ts'

const PATH = /^\/v1\/videos\/([0-9a-z-]+)$/
const ratios = ['16:9', '9:16', '1:1', '4:3', '3:4', '3:2', '2:3']
const resolutions = ['480p', '720p', '1080p']
const [SHORTEST, LONGEST, USUAL] = [1, 15, 8]
const TICKS_A_SECOND = 500_000_000

/** `about` stands for prompt and images together. */
interface Asked {
  model: string
  prompt: string
  duration: number
  resolution: string
  aspect_ratio: string
  about: string
}

/** Answers a request below `/v1/videos`. */
export function xaiVideosAnswer(request: UpstreamRequest): UpstreamReply {
  if (request.path === '/v1/videos/generations')
    return request.method === 'POST' ? submit(request) : { status: 405, raw: '' }
  const job = request.jobs.find<Asked>(PATH.exec(request.path)?.[1] ?? '')
  if (!job)
    return refusal(
      404,
      'Some requested entity was not found',
      `The requested resource was not found: ${request.path}`,
    )
  return request.method === 'GET' ? statusReply(job, request) : { status: 405, raw: '' }
}

function submit(request: UpstreamRequest): UpstreamReply {
  const refused = refuse(request.json)
  if (refused) return refused
  const {
    model,
    prompt,
    duration = USUAL,
    resolution = '480p',
    aspect_ratio = '16:9',
    image,
    reference_images,
  } = request.json
  const about = seedOf(JSON.stringify([prompt, image, reference_images]))
  const asked: Asked = { model, prompt, duration, resolution, aspect_ratio, about }
  const plan = refusedByPrompt(prompt) ? { ...request.plan, end: 'refused' as const } : request.plan
  return json(200, { request_id: request.jobs.open(randomUUID(), asked, plan).id })
}

function refuse(body: any): UpstreamReply | undefined {
  if (typeof body !== 'object' || body === null)
    return unreadable('expected value at line 1 column 1')
  for (const name of ['model', 'prompt'])
    if (typeof body[name] !== 'string') return unreadable(`missing field \`${name}\``)
  if (body.prompt.trim() === '') return refusal(400, INVALID, 'Prompt is empty.')
  if (unknownModel(body.model))
    return refusal(
      404,
      'Some requested entity was not found',
      `The model ${body.model} does not exist.`,
    )
  const { duration = USUAL, resolution = '480p', aspect_ratio = '16:9' } = body
  if (!Number.isInteger(duration) || duration < SHORTEST || duration > LONGEST)
    return refusal(400, INVALID, `duration must be between ${SHORTEST} and ${LONGEST} seconds.`)
  if (!resolutions.includes(resolution))
    return unreadable(
      `unknown variant \`${resolution}\`, expected one of ${resolutions.join(', ')}`,
    )
  if (!ratios.includes(aspect_ratio))
    return unreadable(`unknown variant \`${aspect_ratio}\`, expected one of ${ratios.join(', ')}`)
  for (const name of ['generate_audio', 'seed', 'size', 'watermark'])
    if (body[name] !== undefined) return refusal(400, INVALID, `Argument not supported: ${name}`)
  return refuseImages(body)
}

function refuseImages({ image, reference_images: references }: any): UpstreamReply | undefined {
  const wrong = [image, ...(references ?? [])]
    .filter(one => one !== undefined)
    .find(one => !/^(?:https?:\/\/|data:image\/)/.test(one?.url))
  if (wrong) return refusal(400, INVALID, 'Image must be an http(s) URL or a base64 data URI.')
  return image && references
    ? refusal(400, INVALID, 'image and reference_images cannot be combined.')
    : undefined
}

function statusReply(job: UpstreamJob<Asked>, request: UpstreamRequest): UpstreamReply {
  const state = request.jobs.poll(job)
  // The first answers have no body, as the vendor's do while the request waits for its turn.
  if (state === 'pending')
    return job.answered === 1
      ? { status: 202, raw: '' }
      : json(202, { status: 'pending', progress: progressOf(job) })
  if (state === 'failed') return failed(job)
  const { model, duration, resolution, aspect_ratio, about } = job.asked
  const url =
    state === 'refused'
      ? ''
      : filmUrl(request.origin, about, { ...filmSize(resolution, aspect_ratio), seconds: duration })
  return done(model, { url, duration, respect_moderation: state !== 'refused' })
}

const done = (
  model: string,
  video: { url: string; duration: number; respect_moderation: boolean },
): UpstreamReply =>
  json(200, {
    status: 'done',
    video,
    model,
    usage: { cost_in_usd_ticks: TICKS_A_SECOND * video.duration },
    progress: 100,
  })

/** The code `expired` is a status of its own. */
function failed({ plan: { code = 'internal_error' }, asked }: UpstreamJob<Asked>): UpstreamReply {
  if (code === 'expired') return json(200, { status: 'expired', model: asked.model })
  return json(200, {
    status: 'failed',
    error: { code, message: 'The video could not be generated.' },
    model: asked.model,
  })
}

/** A submit refused for its content, or a poll of a video that was withheld. */
export const refusedVideo = (request: UpstreamRequest): UpstreamReply =>
  request.method === 'POST'
    ? refusal(400, 'content_policy_violation', 'Generated video rejected by content moderation.')
    : done('withheld', { url: '', duration: 0, respect_moderation: false })

/** A submit without an id, or a video without an address. */
export const noVideo = (request: UpstreamRequest): UpstreamReply =>
  json(200, request.method === 'POST' ? {} : { status: 'done', progress: 100 })
