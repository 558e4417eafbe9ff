/**
 * ModelArk's video API in two steps: `POST /api/v3/contents/generations/tasks` gives an `id`, `GET
 * …/tasks/{id}` shows the task, `DELETE …` cancels one that is queued or removes one that is over.
 * What a model cannot do is reported by a failed task.
 */
import { randomBytes } from 'node:crypto'
import { filmSize, filmUrl } from './films.ts'
import type { UpstreamJob } from './jobs.ts'
import { modelarkError } from './modelark-errors.ts'
import { sensitiveInput } from './modelark-images.ts'
import { refuseTask } from './modelark-video-request.ts'
import { pictureUrl, seedOf } from './pictures.ts'
import { json } from './contract.ts'
import type { UpstreamReply, UpstreamRequest } from './contract.ts'

const PATH = /^\/api\/v3\/contents\/generations\/tasks(?:\/([0-9a-z-]+))?$/
const TOKENS_A_SECOND = 21_690
const FACTORS: Readonly<Record<string, number>> = { '480p': 0.5, '720p': 1, '1080p': 2.25, '4k': 9 }
/** Models that have only the two small resolutions. */
const SMALL = /mini|fast|2[.-]5/

/** `about` stands for all parts and the seed together. */
interface Asked {
  model: string
  about: string
  ratio: string
  duration: number
  seed: number
  resolution: string
  generate_audio: boolean
  last_frame: boolean
}

/** Whether a request is for videos. */
export const isTask = (request: UpstreamRequest): boolean => PATH.test(request.path)

/** Answers a request for a video task. */
export function modelarkVideosAnswer(request: UpstreamRequest): UpstreamReply {
  const id = PATH.exec(request.path)?.[1]
  if (id === undefined) return request.method === 'POST' ? submit(request) : noAction()
  const job = request.jobs.find<Asked>(id)
  if (!job) return modelarkError(404, 'ResourceNotFound', `The specified task ${id} is not found.`)
  if (request.method === 'DELETE') return remove(job, request)
  return request.method === 'GET' ? taskReply(job, request) : noAction()
}

const noAction = (): UpstreamReply =>
  modelarkError(404, 'InvalidAction', 'The specified action is invalid.')

function submit(request: UpstreamRequest): UpstreamReply {
  const body = request.json
  const refusal = refuseTask(body)
  if (refusal) return refusal
  const { model, ratio = '16:9', duration = 5, seed = 0, resolution = '720p' } = body
  const { generate_audio = true, return_last_frame: last_frame = false } = body
  const about = seedOf(JSON.stringify([body.content, seed]))
  const asked: Asked = {
    model,
    about,
    ratio,
    duration,
    seed,
    resolution,
    generate_audio,
    last_frame,
  }
  const impossible = SMALL.test(model) && (FACTORS[resolution.toLowerCase()] ?? 1) > 1
  const plan = impossible
    ? { ...request.plan, end: 'failed' as const, code: 'InvalidParameter' }
    : request.plan
  const time = new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14)
  return json(200, {
    id: request.jobs.open(`cgt-${time}-${randomBytes(4).toString('hex')}`, asked, plan).id,
  })
}

const REASONS: Readonly<Record<string, string>> = {
  InvalidParameter: 'The resolution is not supported by the model.',
  OutputVideoSensitiveContentDetected:
    'The request failed because the output video may contain sensitive information.',
}

function taskReply(job: UpstreamJob<Asked>, request: UpstreamRequest): UpstreamReply {
  const state = request.jobs.poll(job)
  if (state === 'pending') return task(job, { status: job.answered <= 1 ? 'queued' : 'running' })
  if (state === 'done') return task(job, { status: 'succeeded', ...result(job.asked, request) })
  const {
    code = state === 'refused' ? 'OutputVideoSensitiveContentDetected' : 'InternalServiceError',
  } = job.plan
  if (code === 'expired' || code === 'cancelled') return task(job, { status: code })
  return task(job, {
    status: 'failed',
    error: {
      code,
      message: REASONS[code] ?? 'The service encountered an unexpected internal error.',
    },
  })
}

function result(
  { about, ratio, duration, resolution, last_frame }: Asked,
  { origin }: UpstreamRequest,
): object {
  const size = filmSize(resolution, ratio)
  const tokens = Math.round(duration * TOKENS_A_SECOND * (FACTORS[resolution.toLowerCase()] ?? 1))
  return {
    content: {
      video_url: filmUrl(origin, about, { ...size, seconds: duration }),
      ...(last_frame ? { last_frame_url: pictureUrl(origin, about, size) } : {}),
    },
    usage: { completion_tokens: tokens, total_tokens: tokens },
  }
}

function task(
  { id, asked, created, ended }: UpstreamJob<Asked>,
  facts: { status: string; error?: object },
): UpstreamReply {
  const { model, seed, resolution, ratio, duration, generate_audio } = asked
  return json(200, {
    id,
    model,
    error: null,
    ...facts,
    created_at: created,
    updated_at: ended ?? Math.floor(Date.now() / 1000),
    seed,
    resolution,
    ratio: ratio === 'adaptive' ? '16:9' : ratio,
    duration,
    framespersecond: 24,
    service_tier: 'default',
    execution_expires_after: 172_800,
    generate_audio,
  })
}

function remove(job: UpstreamJob<Asked>, request: UpstreamRequest): UpstreamReply {
  if (job.ended !== undefined) request.jobs.forget(job.id)
  else if (job.answered <= 1) request.jobs.order('fail', { id: job.id, code: 'cancelled' })
  else
    return modelarkError(
      409,
      'InvalidAction.RunningTaskDeletion',
      'The request failed because running tasks cannot be deleted.',
    )
  return json(200, {})
}

/** A submit refused for its content, or a poll of a task that failed for it. */
export function refusedTask(request: UpstreamRequest): UpstreamReply {
  const code = 'OutputVideoSensitiveContentDetected'
  return request.method === 'POST'
    ? sensitiveInput()
    : json(200, { status: 'failed', error: { code, message: REASONS[code] } })
}

/** A submit without an id, or a task that succeeded without a video. */
export const emptyTask = (request: UpstreamRequest): UpstreamReply =>
  json(200, request.method === 'POST' ? {} : { status: 'succeeded', content: {}, error: null })
