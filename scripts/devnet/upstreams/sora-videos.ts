/**
 * The Sora-style video API in two steps: `POST /v1/videos` (a form), `GET /v1/videos/{id}`, and
 * `GET /v1/videos/{id}/content` for the file, with the key. A picture to begin with must have
 * exactly the size of the video, and must not show a face: one whose prompt, name or bytes say
 * `human-face` (or `human face`) is accepted, and blocked later.
 */
import { createHash, randomBytes } from 'node:crypto'
import type { FormFile } from './form.ts'
import { progressOf } from './jobs.ts'
import type { UpstreamJob } from './jobs.ts'
import { kindOf, pixelsOf } from './media/kinds.ts'
import { film } from './media/mp4.ts'
import {
  invalidValue,
  missing,
  noForm,
  noSuchUrl,
  openaiError,
  openaiFailures,
} from './openai-errors.ts'
import { parseSize, pictureBase64, refusedByPrompt, unknownModel } from './pictures.ts'
import { json } from './contract.ts'
import type { Upstream, UpstreamReply, UpstreamRequest } from './contract.ts'
import { anthropicText } from './text/anthropic/side.ts'
import { anthropicList } from './model-lists.ts'

const PATH = /^\/v1\/videos\/(video_[0-9a-f]+)(\/content)?$/
const sizes = ['720x1280', '1280x720', '1024x1792', '1792x1024']
const lengths = ['4', '8', '12']
const fields = ['model', 'prompt', 'seconds', 'size']
const kinds: readonly (string | undefined)[] = ['png', 'jpeg', 'webp']
const FACE = /human[- ]face/i
const LIFETIME_S = 24 * 3600

interface Asked {
  model: string
  prompt: string
  seconds: string
  size: string
  about: string
}

function answer(request: UpstreamRequest): UpstreamReply {
  if (request.path === '/v1/videos')
    return request.method === 'POST' ? submit(request) : noSuchUrl(request)
  const [, id, content] = PATH.exec(request.path) ?? []
  if (id === undefined || request.method !== 'GET') return noSuchUrl(request)
  const job = request.jobs.find<Asked>(id)
  if (!job) return openaiError(404, `Video with id '${id}' not found.`)
  return content ? download(job, request) : statusReply(job, request)
}

function submit(request: UpstreamRequest): UpstreamReply {
  const { form } = request
  if (!form) return noForm(request)
  const one = (name: string) => form.fields[name]?.[0]
  const file = form.files.find(({ name }) => name === 'input_reference')
  const asked: Asked = {
    model: one('model') ?? 'sora-2',
    prompt: one('prompt') ?? '',
    seconds: one('seconds') ?? '4',
    size: one('size') ?? '720x1280',
    about: createHash('sha256')
      .update(one('prompt') ?? '')
      .update(file?.data ?? '')
      .digest('hex'),
  }
  const refusal =
    refuseNames(Object.keys(form.fields), form.files) ??
    refuseFields(asked) ??
    (file && refuseFile(file, asked.size))
  if (refusal) return refusal
  const shown =
    FACE.test(asked.prompt) || FACE.test(`${file?.filename} ${file?.data.toString('latin1')}`)
  const plan =
    shown || refusedByPrompt(asked.prompt)
      ? { ...request.plan, end: 'refused' as const }
      : request.plan
  return json(
    200,
    view(request.jobs.open(`video_${randomBytes(20).toString('hex')}`, asked, plan), 'queued'),
  )
}

function refuseNames(
  names: readonly string[],
  files: readonly FormFile[],
): UpstreamReply | undefined {
  if (names.some(name => name.startsWith('input_reference')))
    return openaiError(
      400,
      "Invalid type for 'input_reference': expected a file, but got a string instead.",
      {
        param: 'input_reference',
        code: 'invalid_type',
      },
    )
  const strange =
    names.find(name => !fields.includes(name)) ??
    files.find(({ name }) => name !== 'input_reference')?.name
  return strange === undefined
    ? undefined
    : openaiError(400, `Unknown parameter: '${strange}'.`, {
        param: strange,
        code: 'unknown_parameter',
      })
}

function refuseFields({ prompt, model, seconds, size }: Asked): UpstreamReply | undefined {
  if (prompt === '') return missing('prompt')
  if (unknownModel(model))
    return openaiError(400, `Invalid value: '${model}'.`, { param: 'model', code: 'invalid_value' })
  if (!lengths.includes(seconds)) return invalidValue('seconds', seconds, lengths)
  return sizes.includes(size) ? undefined : invalidValue('size', size, sizes)
}

function refuseFile({ data, type }: FormFile, size: string): UpstreamReply | undefined {
  const [kind, pixels] = [kindOf(data), pixelsOf(data)]
  if (!type.startsWith('image/') || !kinds.includes(kind) || !pixels)
    return openaiError(400, `Invalid file 'input_reference': unsupported mimetype ('${type}').`, {
      param: 'input_reference',
      code: 'unsupported_file_mimetype',
    })
  const wanted = parseSize(size)!
  return pixels.width === wanted.width && pixels.height === wanted.height
    ? undefined
    : openaiError(400, 'Inpaint image must match the requested width and height')
}

const statuses = { done: 'completed', failed: 'failed', refused: 'failed' } as const

function statusReply(job: UpstreamJob<Asked>, request: UpstreamRequest): UpstreamReply {
  const state = request.jobs.poll(job)
  if (state === 'pending') return json(200, view(job, job.answered <= 1 ? 'queued' : 'in_progress'))
  return json(200, view(job, statuses[state], state === 'done' ? undefined : reasonOf(job, state)))
}

function reasonOf(
  job: UpstreamJob,
  state: 'failed' | 'refused',
): { code: string; message: string } {
  if (state === 'refused')
    return {
      code: 'moderation_blocked',
      message: 'Your request was blocked by our moderation system.',
    }
  return { code: job.plan.code ?? 'internal_error', message: 'Video generation failed.' }
}

function view(job: UpstreamJob<Asked>, status: string, error: object | null = null): object {
  const { model, prompt, seconds, size } = job.asked
  const complete = status === 'completed'
  return {
    id: job.id,
    object: 'video',
    created_at: job.created,
    completed_at: job.ended ?? null,
    expires_at: complete ? job.created + LIFETIME_S : null,
    error,
    model,
    progress: complete ? 100 : progressOf(job),
    prompt,
    remixed_from_video_id: null,
    seconds,
    size,
    status,
  }
}

/** The file, once a poll has found the video complete. */
function download(job: UpstreamJob<Asked>, request: UpstreamRequest): UpstreamReply {
  const { about, size, seconds } = job.asked
  if (job.ended === undefined || job.plan.end !== 'done')
    return openaiError(
      404,
      'Video is not ready yet, use GET /v1/videos/{video_id} to check status.',
    )
  const variant = request.query.get('variant') ?? 'video'
  if (variant === 'video')
    return {
      status: 200,
      type: 'video/mp4',
      raw: film(about, { ...parseSize(size)!, seconds: Number(seconds) }),
    }
  if (variant !== 'thumbnail' && variant !== 'spritesheet')
    return invalidValue('variant', variant, ['video', 'thumbnail', 'spritesheet'])
  return {
    status: 200,
    type: 'image/png',
    raw: Buffer.from(pictureBase64(about, parseSize(size)!), 'base64'),
  }
}

const EMPTY = { about: '', model: 'sora-2', prompt: '', seconds: '4', size: '720x1280' }

/** A poll of a video that moderation blocked. */
const blockedView = (): UpstreamReply => {
  const job = {
    id: 'video_0',
    asked: EMPTY,
    answered: 1,
    created: 0,
    plan: { polls: 0, end: 'refused', held: false, lost: false },
  } as const
  return json(200, view(job, 'failed', reasonOf(job, 'refused')))
}

const common = openaiFailures('videos')

/** The upstream behind the sixth family of models. */
export const soraVideos: Upstream = {
  name: 'vendor_f',
  env: 'VENDOR_F',
  header: 'authorization',
  scheme: 'Bearer',
  lists: anthropicList('/anthropic/v1/models'),
  text: anthropicText,
  answer,
  stepOf: ({ method, path }) =>
    path.endsWith('/content') ? 'file' : method === 'POST' ? 'submit' : 'poll',
  failures: {
    ...common,
    refused: request => (request.method === 'POST' ? common.refused(request) : blockedView()),
    empty: request =>
      request.path.endsWith('/content')
        ? { status: 200, type: 'video/mp4', raw: '' }
        : json(200, {}),
  },
}
