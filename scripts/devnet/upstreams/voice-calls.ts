/**
 * Calls by an AI, with the wire protocol of Bland's API: `POST /v1/calls` queues a call, `GET
 * /v1/calls` lists them, `GET /v1/calls/{id}` shows one, `POST /v1/calls/{id}/stop` ends it.
 * Progress depends on polls. The last four digits of the number that is called decide how the call
 * ends.
 */
import { randomUUID } from 'node:crypto'
import type { UpstreamJob } from './jobs.ts'
import { json, retryAfterHeader } from './contract.ts'
import type { Upstream, UpstreamReply, UpstreamRequest } from './contract.ts'

const ONE = /^\/v1\/calls\/([0-9a-f-]+)(\/stop)?$/

interface Asked {
  phone_number: string
  from?: string
  task: string
  max_duration: number
  voicemail?: { action?: string }
  metadata?: object
}

/** The end of a call: who answered and who hung up, its state, and its minutes. */
interface Ending {
  status: string
  answered_by: string
  ended_by: 'USER' | 'ASSISTANT' | null
  minutes: number | 'all'
  error?: string
}

const USUAL: Ending = {
  status: 'completed',
  answered_by: 'human',
  ended_by: 'ASSISTANT',
  minutes: 1.25,
}
/** By the last four digits of the number. */
const ENDINGS: Readonly<Record<string, Ending>> = {
  '0001': { ...USUAL, ended_by: 'USER', minutes: 0.5 },
  '0002': { ...USUAL, minutes: 'all' },
  '0003': { status: 'no-answer', answered_by: 'no-answer', ended_by: null, minutes: 0 },
  '0004': { status: 'busy', answered_by: 'unknown', ended_by: null, minutes: 0 },
  '0005': { ...USUAL, answered_by: 'voicemail', minutes: 0.2 },
  '0006': {
    status: 'failed',
    answered_by: 'unknown',
    ended_by: null,
    minutes: 0,
    error: 'The carrier rejected the call',
  },
}

const refusal = (status: number, message: string, errors?: readonly string[]): UpstreamReply =>
  json(status, { status: 'error', message, ...(errors ? { errors } : {}) })

function answer(request: UpstreamRequest): UpstreamReply {
  const { method, path } = request
  if (path === '/v1/calls') return method === 'POST' ? start(request) : list(request)
  const found = ONE.exec(path)
  const job = request.jobs.find<Asked>(found?.[1] ?? '')
  if (!job) return refusal(404, 'Call not found')
  if (found![2] !== undefined)
    return method === 'POST' ? stop(job, request) : refusal(405, 'Method not allowed')
  return method === 'GET' ? show(job, request) : refusal(405, 'Method not allowed')
}

function start(request: UpstreamRequest): UpstreamReply {
  const { json: body } = request
  const wrong = [
    ...(/^\+[1-9]\d{6,14}$/.test(body?.phone_number ?? '') ? [] : ['phone_number is invalid']),
    ...(typeof body?.task === 'string' && body.task !== '' ? [] : ['task is required']),
  ]
  if (wrong.length > 0) return refusal(400, 'Invalid parameters', wrong)
  if (body.phone_number.endsWith('0009'))
    return refusal(400, 'This number cannot be called', ['phone_number is blocked'])
  const asked: Asked = { max_duration: 5, ...body }
  const { id } = request.jobs.open(randomUUID(), asked, { ...request.plan, polls: 2 })
  return json(200, {
    status: 'success',
    message: 'Call successfully queued.',
    call_id: id,
    batch_id: null,
  })
}

/** The calls to a number, or all of them, newest first. */
function list({ jobs, query }: UpstreamRequest): UpstreamReply {
  const to = query.get('to_number')
  const calls = jobs
    .list()
    .filter(({ state }) => state !== 'lost')
    .map(({ id, state }) => ({ ...about(jobs.find<Asked>(id)!), completed: state !== 'pending' }))
    .filter(call => to === null || call.to === to)
    .reverse()
  return json(200, { count: calls.length, calls })
}

function stop(job: UpstreamJob<Asked>, request: UpstreamRequest): UpstreamReply {
  request.jobs.order('fail', { id: job.id, code: 'stopped' })
  return json(200, { status: 'success', message: 'Call ended successfully.' })
}

/** The states of a call that goes on, by the number of its polls. */
const RUNNING = ['queued', 'started']

/** What does not change while a call goes on. */
const about = ({ id, asked, created }: UpstreamJob<Asked>) => ({
  call_id: id,
  to: asked.phone_number,
  from: asked.from ?? '+14155550000',
  created_at: new Date(created * 1000).toISOString(),
  inbound: false,
  max_duration: asked.max_duration,
  variables: {},
  record: true,
  recording_url: null,
  metadata: asked.metadata ?? {},
  price: 0.09,
})

function show(job: UpstreamJob<Asked>, request: UpstreamRequest): UpstreamReply {
  const state = request.jobs.poll(job)
  const base = about(job)
  if (state !== 'pending') return json(200, { ...base, ...ended(job, state === 'failed') })
  const at = RUNNING[Math.min(job.answered - 1, RUNNING.length - 1)]
  return json(200, {
    ...base,
    completed: false,
    queue_status: at,
    status: at === 'queued' ? 'queued' : 'in-progress',
    call_length: 0,
    answered_by: null,
    call_ended_by: null,
    error_message: null,
    summary: null,
    transcripts: [],
    concatenated_transcript: '',
  })
}

function ended(job: UpstreamJob<Asked>, isStopped: boolean): object {
  const end = ENDINGS[job.asked.phone_number.slice(-4)] ?? USUAL
  const minutes = end.minutes === 'all' ? job.asked.max_duration : end.minutes
  const words = end.answered_by === 'human' ? spoken(job) : []
  return {
    completed: true,
    queue_status: end.error === undefined ? 'complete' : 'complete_error',
    status: isStopped ? 'canceled' : end.status,
    call_length: minutes,
    corrected_duration: String(Math.round(minutes * 60)),
    answered_by: end.answered_by,
    call_ended_by: end.ended_by,
    error_message: end.error ?? null,
    summary: words.length === 0 ? null : 'The assistant asked, and the callee answered.',
    transcripts: words,
    concatenated_transcript: words.map(({ user, text }) => `${user}: ${text}`).join('\n'),
  }
}

const spoken = ({ id, asked }: UpstreamJob<Asked>) =>
  [
    { user: 'assistant', text: `Hello, I am calling because: ${asked.task}` },
    { user: 'user', text: 'We open at nine.' },
  ].map((one, i) => ({ id: i + 1, created_at: new Date(0).toISOString(), c_id: id, ...one }))

/** The upstream of AI calls. */
export const voiceCalls: Upstream = {
  name: 'caller',
  env: 'CALLER',
  header: 'authorization',
  answer,
  stepOf: ({ method, path }) => (method === 'POST' && path === '/v1/calls' ? 'submit' : 'poll'),
  failures: {
    unauthorized: () => refusal(401, 'Invalid API key'),
    rateLimited: seconds => ({
      ...refusal(429, 'Too many requests'),
      headers: retryAfterHeader(seconds),
    }),
    failed: status => refusal(status, 'Internal server error'),
    refused: () => refusal(400, 'This call cannot be placed'),
    empty: () => json(200, {}),
  },
}
