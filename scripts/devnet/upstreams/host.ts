/**
 * Serves one local upstream on a free loopback port, with the behaviour that was set, and records
 * its calls.
 */
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { conduct } from './behaviour.ts'
import type { Behaviour, Conduct, Step } from './behaviour.ts'
import { readRequest, remember } from './incoming.ts'
import { jobBoard } from './jobs.ts'
import type { JobBoard } from './jobs.ts'
import { modelList } from './model-lists.ts'
import type { ModelList } from './model-lists.ts'
import { write } from './outgoing.ts'
import type {
  BalanceOf,
  SeenCall,
  Side,
  Upstream,
  UpstreamReply,
  UpstreamRequest,
} from './contract.ts'

const RETRY_AFTER = 7

/** A running upstream. `url` is the value for the gateway's `<ENV>_URL`. */
export interface Hosted {
  upstream: Upstream
  url: string
  key: string
  calls: SeenCall[]
  jobs: JobBoard
  /** Its list of models, if it has one. */
  list?: ModelList
  behave(behaviour: Behaviour): void
  /** Releases calls of the mode `hold`, with this behaviour. Returns their number. */
  release(as: Behaviour): number
  /** Resets behaviour and recorded calls; held calls continue. */
  reset(): void
  stop(): Promise<void>
}

/** The dependencies of an answer. */
interface Desk {
  upstream: Upstream
  key: string
  latency: number
  calls: SeenCall[]
  jobs: JobBoard
  manner: Conduct
  shelf: Map<string, unknown>
  list?: ModelList
  balanceOf: BalanceOf
}

/** How an upstream is started: ms per answer, the folder of its recorded models, and balances. */
export interface HostOptions {
  latency?: number
  lists?: string
  balanceOf?: BalanceOf
}

/** Starts an upstream. */
export async function hostUpstream(
  upstream: Upstream,
  { latency = 0, lists, balanceOf = async () => 0n }: HostOptions = {},
): Promise<Hosted> {
  const desk: Desk = {
    upstream,
    key: upstream.key ?? upstream.signing?.key ?? `local-${upstream.name}-key`,
    latency,
    calls: [],
    jobs: jobBoard(),
    manner: conduct(),
    shelf: new Map(),
    list: modelList(upstream.name, upstream.lists, lists),
    balanceOf,
  }
  const { key, calls, jobs, manner, shelf, list } = desk
  const server = createServer(
    (message, response) => void serve(desk, message, response).catch(() => response.destroy()),
  )
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    upstream,
    key,
    calls,
    jobs,
    list,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${upstream.base ?? ''}`,
    behave: manner.set,
    release: manner.release,
    reset: () => {
      manner.set({ mode: 'ok' })
      manner.release({ mode: 'ok' })
      jobs.reset()
      list?.reset()
      shelf.clear()
      calls.length = 0
    },
    stop: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function serve(
  desk: Desk,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { upstream, jobs, calls, shelf, manner, balanceOf } = desk
  const request = await readRequest(message, {
    origin: `http://127.0.0.1:${message.socket.localPort}`,
    jobs,
    shelf,
    balanceOf,
  })
  const file = upstream.file?.(request)
  // Downloads without a key come from a plain file host and are not recorded as calls.
  const seen = file ? undefined : remember(calls, request)
  let ours = false
  if (seen)
    response.once('close', () => {
      if (!ours && !response.writableFinished) seen.left = true
    })
  const closing = (): void => {
    ours = true
  }
  const reply = await treat(desk, request, file)
  if (reply === 'reset') {
    closing()
    return void message.socket.destroy()
  }
  if (reply === undefined) return
  if (seen) seen.status = reply.status
  await write(response, reply, { behaviour: request.behaviour, held: manner.held, closing, seen })
}

/**
 * Returns the answer; undefined if there is none. Decides before any await whether the call is
 * held.
 */
async function treat(
  desk: Desk,
  request: UpstreamRequest,
  file?: UpstreamReply,
): Promise<UpstreamReply | 'reset' | undefined> {
  const { upstream, manner, latency, list } = desk
  const side: Side = upstream.text?.owns(request) ? upstream.text : upstream
  if (!file && !authorized(desk, request)) return side.failures.unauthorized()
  const call = { path: request.path, step: file ? ('file' as const) : stepOf(side, request) }
  let now = manner.next(call)
  request.plan = manner.plan(call, now)
  if (now.mode === 'hold') now = await manner.held()
  request.behaviour = now
  // In a stall or a slow start, `ms` applies later.
  await sleep((LATER.includes(now.mode) ? undefined : now.ms) ?? (file ? 0 : latency))
  if (now.mode === 'hang') return undefined
  if (now.mode === 'reset') return 'reset'
  return misbehave(side, request, now) ?? file ?? list?.answer(request) ?? side.answer(request)
}

const LATER = ['stall', 'slow_start']

const stepOf = (side: Side, request: UpstreamRequest): Step =>
  side.stepOf?.(request) ?? (request.method === 'POST' ? 'submit' : 'poll')

function misbehave(
  side: Side,
  request: UpstreamRequest,
  todo: Behaviour,
): UpstreamReply | undefined {
  const code = todo.code === undefined ? undefined : String(todo.code)
  switch (todo.mode) {
    case 'fail':
      return side.failures.failed(todo.status ?? side.failStatus ?? 500, code)
    case 'rate_limit':
      return side.failures.rateLimited(
        todo.retry_after === null ? undefined : (todo.retry_after ?? RETRY_AFTER),
      )
    case 'refuse':
      return side.failures.refused(request, code)
    case 'empty':
      return side.failures.empty(request)
    case 'garbage':
      return { status: 200, type: 'text/html', raw: '<!doctype html><title>Bad gateway</title>' }
    case 'lost':
      return { status: 404, body: { error: 'gone' } }
    case 'too_long':
      return side.failures.tooLong?.(request)
    case 'no_prefill':
      return side.failures.prefill?.(request)
    default:
      return undefined
  }
}

function authorized({ upstream, key }: Desk, request: UpstreamRequest): boolean {
  if (upstream.text?.holdsKey && upstream.text.owns(request))
    return upstream.text.holdsKey(request, key)
  if (upstream.signing) return upstream.signing.accepts(request)
  if (upstream.header === undefined) return true
  const wanted = upstream.scheme ? `${upstream.scheme} ${key}` : key
  return request.headers[upstream.header.toLowerCase()] === wanted
}
